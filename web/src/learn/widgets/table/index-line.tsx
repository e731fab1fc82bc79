/** How indexes are assigned (RFC 7541 §2.3.3): 1 to 61 are fixed, from 62 on the newest entry comes first. */
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import type { TriedEntry } from "../../../engine/try-out";
import { useFunctions } from "../../../inspector/inspector";
import { Button } from "../../../ui/button";
import { DataTable } from "../../../ui/data-table";
import { hexOf } from "../../../ui/figures";
import { Note, Stack } from "../../../ui/layout";
import { NumberField } from "../../../ui/number-field";
import { Section } from "../../../ui/section";
import { integerBytes } from "../integer";
import { Controls, Sideways, Widget } from "../parts";
import widgetsStyles from "../widgets.module.css";
import type { Step } from "./steps";
import styles from "./table.module.css";
import { useSteps } from "./use-steps";

/** Room for four or five entries, so that eviction comes soon, bytes. */
const MAXIMUM = 200;
const STATIC = 61;

const FIELDS: [name: string, value: string][] = [
  ["color", "blue"],
  ["shape", "round"],
  ["size", "small"],
  ["taste", "sweet"],
  ["smell", "mild"],
  ["price", "low"],
];

type Cell = { index: number; name: string; value: string; moved?: boolean; isNew?: boolean };

export function IndexLine() {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [chosen, setChosen] = useState(2);
  const known = useFunctions((core) => core.appendices().staticTable);
  const after = useSteps(steps, MAXIMUM);
  if (known === null || after === null) return null;

  const fixed: Cell[] = Array.from({ length: STATIC }, (_, at) => ({
    index: at + 1,
    name: known[2 * (at + 1)] ?? "",
    value: known[2 * (at + 1) + 1] ?? "",
  }));
  const { entries, inserted, evicted } = after;
  const moving = entries.map(({ index, name, value, position }): Cell => {
    const isNew = position === inserted?.position;
    return { index: index ?? 0, name: name ?? "", value: value ?? "", isNew, moved: inserted !== null && !isNew };
  });
  const cells = [...fixed, ...moving];
  const last = STATIC + moving.length;
  const cell = cells.find(({ index }) => index === chosen) ?? null;
  const [name, value] = FIELDS[steps.length % FIELDS.length] ?? ["a", "b"];

  return (
    <Widget name="The range of indexes">
      <Controls>
        <Button look="primary" onClick={() => setSteps([...steps, { do: "insert", name, value }])}>
          Insert {name}: {value}
        </Button>
        <Button disabled={steps.length === 0} onClick={() => setSteps([])}>
          Empty the table
        </Button>
        <NumberField
          label={`Index, 1 to ${last}`}
          value={chosen}
          least={0}
          most={999_999_999}
          className={widgetsStyles.narrow}
          onChange={(index) => index !== null && setChosen(index)}
        />
      </Controls>
      <Line title="Static table: always the same" cells={fixed} chosen={chosen} onChoose={setChosen} />
      <Line
        title="Dynamic table: newest entry first"
        cells={moving}
        gone={evicted}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div role="status" className={styles.tableSaid}>
        {steps.length > 0 && (
          <p>
            The new entry has index 62{entries.length > 1 && "; the index of every older entry went up by one"}
            {evicted.length > 0 && `, and the oldest, ${evicted[0]?.name}, was evicted`}.
          </p>
        )}
        <Bytes index={chosen} cell={cell} last={last} />
      </div>
    </Widget>
  );
}

function Line(props: {
  title: string;
  cells: Cell[];
  gone?: readonly TriedEntry[];
  chosen: number;
  onChoose: (index: number) => void;
}) {
  const gone = props.gone ?? [];
  const line = useChosenInSight(props.chosen);
  const isHere = props.cells.some(({ index }) => index === props.chosen);
  return (
    <Stack gap="tight">
      <Note>{props.title}</Note>
      <div ref={line} className={clsx("scroll", styles.indexLine)} data-sideways="">
        {props.cells.length === 0 && gone.length === 0 && <span className="dim">no entries yet</span>}
        {props.cells.length > 0 && (
          <ToggleButtonGroup
            className={styles.indexCells}
            aria-label={props.title}
            selectedKeys={isHere ? [props.chosen] : []}
            disallowEmptySelection={isHere}
            onSelectionChange={(keys) => {
              const [index] = keys;
              if (index !== undefined) props.onChoose(Number(index));
            }}
          >
            {props.cells.map(({ index, name, value, moved, isNew }) => (
              <ToggleButton
                key={index}
                id={index}
                className={styles.indexCell}
                data-new={isNew || undefined}
                aria-label={`index ${index}, ${name}${value === "" ? ", empty value" : `: ${value}`}`}
              >
                <span className={styles.indexNumber}>
                  {moved && <s>{index - 1}</s>} {index}
                </span>
                <Entry name={name} value={value} />
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        {gone.map(({ position, name, value }) => (
          <span key={`gone-${position}`} className={clsx(styles.indexCell, styles.gone)}>
            <span className={styles.indexNumber}>evicted</span>
            <Entry name={name ?? ""} value={value ?? ""} />
          </span>
        ))}
      </div>
    </Stack>
  );
}

function Entry({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className={clsx("cut", styles.indexName)} data-cut="">
        {name}
      </span>
      <span className={clsx("cut", styles.indexValue)} data-cut="">
        {value}
      </span>
    </>
  );
}

/** Scrolls the line, and nothing else, to the selected index. */
function useChosenInSight(chosen: number) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another is chosen
  useEffect(() => {
    const cell = line.current?.querySelector("[data-selected]");
    if (line.current === null || cell == null) return;
    const [box, inner] = [line.current.getBoundingClientRect(), cell.getBoundingClientRect()];
    if (inner.left < box.left) line.current.scrollLeft -= box.left - inner.left + 8;
    else if (inner.right > box.right) line.current.scrollLeft += inner.right - box.right + 8;
  }, [chosen]);
  return line;
}

/** The bytes that refer to an index, for each of its uses. */
function Bytes({ index, cell, last }: { index: number; cell: Cell | null; last: number }) {
  if (index === 0) {
    return (
      <p>
        Index 0 stands for no entry: <code>80</code> is an error <Section section="RFC 7541 §6.1" />.
      </p>
    );
  }
  if (cell === null) {
    return (
      <p>
        There is no index {index} now: the tables end at {last}. A decoder that reads it closes the connection{" "}
        <Section section="RFC 7541 §2.3.3" />.
      </p>
    );
  }
  const forms: [use: string, bytes: number[]][] = [
    ["the whole field", integerBytes(index, 7, 0x80)],
    ["its name, with incremental indexing", integerBytes(index, 6, 0x40)],
    ["its name, without indexing", integerBytes(index, 4)],
    ["its name, never indexed", integerBytes(index, 4, 0x10)],
  ];
  return (
    <Sideways label={`What index ${index} is written as`}>
      <DataTable
        figures
        aria-label={`Bytes of index ${index}`}
        caption={
          <caption className={styles.indexCaption}>
            Index <strong>{index}</strong>: <code>{cell.value === "" ? cell.name : `${cell.name}: ${cell.value}`}</code>
            {cell.value === "" && " with an empty value"}
          </caption>
        }
        columns={["for", "bytes", "in binary"]}
      >
        {forms.map(([use, bytes]) => (
          <tr key={use}>
            <th scope="row">{use}</th>
            <td className="mono">{hexOf(Uint8Array.from(bytes))}</td>
            <td className="mono dim">{bytes.map((byte) => byte.toString(2).padStart(8, "0")).join(" ")}</td>
          </tr>
        ))}
      </DataTable>
    </Sideways>
  );
}
