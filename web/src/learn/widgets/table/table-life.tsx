/**
 * The dynamic table's life (RFC 7541 §4): the reader inserts, evicts and
 * resizes, and sees the effect on the entries.
 */
import { useState } from "react";
import { asShown } from "../../../engine/shown-text";
import { TableFill } from "../../../panes/table-fill";
import { Box } from "../../../ui/box";
import { Button } from "../../../ui/button";
import { DataTable } from "../../../ui/data-table";
import { count, counted, hexOf } from "../../../ui/figures";
import { Note } from "../../../ui/layout";
import { Said } from "../../../ui/said";
import { Section, sentence } from "../../../ui/section";
import { TextField } from "../../../ui/text-field";
import { bytesOf, Controls, InspectLink, Widget } from "../parts";
import { bytesOfStep, type Step, textOf } from "./steps";
import styles from "./table.module.css";
import { type After, useSteps } from "./use-steps";

const MAXIMUM = 256;
/** Most steps: with more, the oldest would scroll away. */
const MOST_STEPS = 60;

const FIELDS: [name: string, value: string][] = [
  ["host-name", "www.example.com"],
  ["cache", "no-cache"],
  ["x-trace", "7f3a"],
  ["accept", "*/*"],
  ["priority", "u=1, i"],
  ["cookie", "a=b"],
];

const STEPS: [title: string, step: Step][] = [
  ["Insert an entry larger than the table", { do: "insert", name: "too-large", value: "x".repeat(240) }],
  ["Size update to 0", { do: "resize", maximum: 0 }],
  ["Size update to 128", { do: "resize", maximum: 128 }],
  [`Size update to ${MAXIMUM}`, { do: "resize", maximum: MAXIMUM }],
  ["The peer lowers the limit to 128", { do: "limit", limit: 128 }],
];

export function TableLife() {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [name, setName] = useState("accept");
  const [value, setValue] = useState("text/html");
  const after = useSteps(steps, MAXIMUM);
  const take = (step: Step) => setSteps([...steps, step]);
  const [nextName, nextValue] = FIELDS[steps.length % FIELDS.length] ?? ["a", "b"];
  const isOver = steps.length >= MOST_STEPS || (after !== null && after.fault !== null);
  const bytes = lengthOf(name) + lengthOf(value) + 32;

  return (
    <Widget name="The life of a table">
      <Controls label="Steps">
        <Button
          look="primary"
          disabled={isOver}
          onClick={() => take({ do: "insert", name: nextName, value: nextValue })}
        >
          Insert {nextName}: {nextValue}
        </Button>
        {STEPS.map(([title, step]) => (
          <Button key={title} disabled={isOver} onClick={() => take(step)}>
            {title}
          </Button>
        ))}
      </Controls>
      <Controls>
        <TextField label="Name" value={name} onChange={setName} />
        <TextField label="Value" value={value} onChange={setValue} />
        <Button disabled={isOver || name === ""} onClick={() => take({ do: "insert", name, value })}>
          Insert it: {counted(bytes, "byte")}
        </Button>
      </Controls>
      {after !== null && (
        <>
          <Said className={styles.tableSaid}>
            <What after={after} />
          </Said>
          <TableFill
            view={{
              fill: after.fill,
              entries: after.entries.map(({ name, ...entry }) => ({ ...entry, name: asShown(name ?? "") })),
              inserted: after.inserted?.position ?? null,
              evictedTotal: after.evicted.length,
            }}
            atStep
          />
          <Entries after={after} />
        </>
      )}
      <Controls>
        <Button disabled={steps.length === 0} onClick={() => setSteps(steps.slice(0, -1))}>
          Undo
        </Button>
        <Button disabled={steps.length === 0} onClick={() => setSteps([])}>
          Start over
        </Button>
        {steps.some((step) => step.do !== "limit") && (
          <InspectLink text={`# initial table size ${MAXIMUM}\n\n${textOf(steps)}`}>
            Open these blocks in Inspect
          </InspectLink>
        )}
      </Controls>
    </Widget>
  );
}

function lengthOf(text: string): number {
  return bytesOf(text).length;
}

/** The effect of the last step, in words. */
function What({ after }: { after: After }) {
  const { steps, fill, inserted, evicted: gone, fault } = after;
  const step = steps.at(-1);
  if (step === undefined) {
    return (
      <p>
        An empty table with a maximum size of {MAXIMUM} bytes. The size of an entry is its name plus its value plus 32
        bytes <Section section="RFC 7541 §4.1" />.
      </p>
    );
  }
  if (fault !== null) {
    return (
      <Box as="p" tone="error">
        <span>
          <code>{fault.code}</code>: {sentence(fault.message)} <Section section={fault.section} /> A decoder would close
          the connection here. Undo this step, or start over.
        </span>
      </Box>
    );
  }
  const evicted = counted(gone.length, "entry", "entries");
  const were = gone.length === 1 ? "was" : "were";
  switch (step.do) {
    case "limit":
      return (
        <p>
          SETTINGS_HEADER_TABLE_SIZE {count(step.limit)} is acknowledged.{" "}
          {fill.maxSize > step.limit
            ? `The table does not change yet: the next block must begin with a size update to ${count(step.limit)} or less`
            : `The table's maximum size is not above that, so no size update is needed`}{" "}
          <Section section="RFC 9113 §4.3.1" />.
        </p>
      );
    case "resize":
      return (
        <p>
          <code>{hexOf(Uint8Array.from(bytesOfStep(step)))}</code>: the maximum size is now{" "}
          {counted(step.maximum, "byte")}
          {gone.length > 0 ? `; ${evicted} ${were} evicted` : ""} <Section section="RFC 7541 §4.3" />.
        </p>
      );
    case "insert": {
      const [name, value] = [lengthOf(step.name), lengthOf(step.value)];
      const sum = `${name} + ${value} + 32 = ${counted(name + value + 32, "byte")}`;
      if (inserted === null) {
        return (
          <p>
            {sum}: more than the maximum size of the table. That is not an error:{" "}
            {gone.length > 0 ? `${evicted} ${were} evicted` : "the table stays empty"}, and the new one is not added{" "}
            <Section section="RFC 7541 §4.4" />.
          </p>
        );
      }
      return (
        <p>
          {sum}.{" "}
          {gone.length > 0 ? `To make room, ${evicted} ${were} evicted, the oldest first` : "There was room for it"}.
          The new entry has index 62{fill.count > 1 && ", and the index of every older one went up by one"}{" "}
          <Section section="RFC 7541 §4.4" />.
        </p>
      );
    }
  }
}

function Entries({ after }: { after: After }) {
  const rows = [
    ...after.entries.map((entry) => ({ entry, gone: false })),
    ...after.evicted.map((entry) => ({ entry, gone: true })),
  ];
  if (rows.length === 0) return <Note>No entries.</Note>;
  return (
    <DataTable
      figures
      wide
      className={styles.tableEntries}
      aria-label="Entries, newest first"
      columns={["index", "name", "value", "size"]}
    >
      {rows.map(({ entry, gone }) => (
        <tr
          key={`${entry.position}-${gone}`}
          data-gone={gone || undefined}
          data-new={(!gone && entry.position === after.inserted?.position) || undefined}
        >
          <th scope="row">{gone ? "evicted" : entry.index}</th>
          <td className="mono">{entry.name}</td>
          <td className="mono">{entry.value}</td>
          <td>{entry.size}</td>
        </tr>
      ))}
    </DataTable>
  );
}
