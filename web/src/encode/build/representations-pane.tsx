/** Every legal representation of the selected field, with its bytes and its size, to choose from. */
import { clsx } from "clsx";
import { useId } from "react";
import type { Representation } from "../../engine/types";
import { isInStrings } from "../../engine/windows";
import { Button } from "../../ui/button";
import { Select } from "../../ui/control";
import { counted, hex } from "../../ui/figures";
import { KindName } from "../../ui/kind";
import { Row } from "../../ui/layout";
import { Empty, Pane } from "../../ui/pane";
import { Tag } from "../../ui/tag";
import { tip } from "../../ui/tip";
import { useComposed, useComposer } from "../composer";
import { choose } from "../composition";
import { chosenOf, hexBytes, keyOf, placeIn } from "../shown";
import styles from "./build.module.css";

export function RepresentationsPane() {
  const composer = useComposer();
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const { at } = building;
  const row = building.blocks[at.block]?.rows[at.row];
  const then = answer === null ? null : placeIn(answer.of, building);
  const composed = then && (answer?.composed.blocks[then.block]?.rows[then.row] ?? null);
  const taken = composed?.choices[composed.taken];
  return (
    <Pane
      id="ways"
      title="Representations"
      note={row === undefined ? null : `field ${at.row + 1}${row.name === "" ? "" : ` · ${row.name}`}`}
      actions={
        row?.choice !== undefined && (
          <Button onClick={() => composer.update((building) => choose(building, at, null))}>
            Let the policy choose
          </Button>
        )
      }
    >
      {row === undefined || composed === null || taken === undefined ? (
        <Empty>Every legal representation of a field appears here, with its bytes and its cost</Empty>
      ) : (
        <div className={clsx("scroll fill small", styles.ways)}>
          <Representations
            choices={composed.choices}
            taken={keyOf(taken)}
            byPolicy={composed.byPolicy}
            onChoose={(choice) => composer.update((building) => choose(building, at, chosenOf(choice)))}
          />
          {composed.more > 0 && (
            <p className="dim">
              {counted(composed.more, "more representation")}, using other indices of the same name, at the same cost or
              higher.
            </p>
          )}
        </div>
      )}
    </Pane>
  );
}

function Representations(props: {
  choices: Representation[];
  taken: string;
  byPolicy: boolean;
  onChoose: (choice: Representation) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Representations of the field">
      {groupsOf(props.choices).map((group) => {
        const chosen = group.find((choice) => keyOf(choice) === props.taken);
        const taken = chosen !== undefined;
        const choice = chosen ?? group[0];
        return (
          <label
            key={keyOf(group[0])}
            className={clsx("tinted", styles.way)}
            data-kind={choice.kind}
            data-current={taken || undefined}
          >
            <input type="radio" name={name} checked={taken} onChange={() => props.onChoose(choice)} />
            <Row as="span" className={styles.head}>
              <KindName kind={choice.kind} />
              <span className="dim">
                {group.length === 1 ? (
                  labelOf(choice)
                ) : (
                  <>
                    name by index{" "}
                    <Select
                      aria-label="Index of the name"
                      value={choice.index ?? 0}
                      onChange={({ target }) => {
                        const other = group.find(({ index }) => index === Number(target.value));
                        if (other !== undefined) props.onChoose(other);
                      }}
                    >
                      {group.map(({ index }) => (
                        <option key={index}>{index}</option>
                      ))}
                    </Select>
                    , {valueLabel(choice)}
                  </>
                )}
              </span>
            </Row>
            <span className="mono">{choice.bytes} B</span>
            <Bytes choice={choice} />
            <span className={styles.tags}>
              {choice.cheapest && <Tag look="good">fewest bytes</Tag>}
              {taken && <Tag>{props.byPolicy ? "by policy" : "chosen"}</Tag>}
              {choice.empties ? (
                <Tag {...tip("RFC 7541 §4.4: larger than the table")}>empties the table</Tag>
              ) : (
                choice.evicts > 0 && <Tag>evicts {choice.evicts}</Tag>
              )}
              {!choice.proper && (
                <Tag look="warning" {...tip("RFC 7541 §7.1.3")}>
                  lets a sensitive field be indexed
                </Tag>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}

type Group = [Representation, ...Representation[]];

/** Literals that differ only in the index of the name, in one group. */
function groupsOf(choices: Representation[]): Group[] {
  const groups = new Map<string, Group>();
  for (const choice of choices) {
    const { kind, index, hex: _, cut: __, ...rest } = choice;
    const isByName = kind !== "indexed" && index !== null;
    const key = isByName ? JSON.stringify([kind, rest]) : keyOf(choice);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [choice]);
    else group.push(choice);
  }
  return [...groups.values()];
}

/** “index 62”, “name by index 4, value Huffman”, … */
function labelOf({ kind, index, nameHuffman, valueHuffman }: Representation): string {
  if (kind === "indexed") return `index ${index}`;
  const name = index === null ? `name ${coded(nameHuffman)}` : `name by index ${index}`;
  return `${name}, ${valueLabel({ valueHuffman })}`;
}

function valueLabel({ valueHuffman }: Pick<Representation, "valueHuffman">): string {
  return `value ${coded(valueHuffman)}`;
}

function coded(huffman: boolean | null): string {
  return huffman === true ? "Huffman" : "plain";
}

/** The bytes in the kind's color, prefix and lengths bold. */
function Bytes({ choice }: { choice: Representation }) {
  const bytes = hexBytes(choice.hex);
  return (
    <span className={clsx("mono", styles.hex)}>
      {Array.from(bytes.entries(), ([at, byte]) =>
        isInStrings(choice.strings, at) ? `${hex(byte)} ` : <b key={at}>{hex(byte)} </b>,
      )}
      {choice.cut && "…"}
    </span>
  );
}
