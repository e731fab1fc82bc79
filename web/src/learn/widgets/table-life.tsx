/**
 * The dynamic table's life (RFC 7541 §2.3.3, §4): the reader inserts entries and resizes the table, says which
 * entries will go, and sees which do, and the index and the byte of each.
 */
import { useState } from "react";
import { asShown } from "../../engine/shown-text";
import type { TriedEntry } from "../../engine/try-out";
import { TableFill } from "../../panes/table-fill";
import { useFunctions } from "../../session/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { count, counted, hexOf } from "../../ui/figures";
import { Check, Row } from "../../ui/layout";
import { LiveRegion } from "../../ui/said";
import { ShowButton } from "../live/show-button";
import { Marked } from "../marked";
import { beginning, type HeaderField, literal, sizeOf } from "../wire";
import { Widget } from "./parts";
import styles from "./widgets.module.css";

/** An insertion, its name spelled out, or a size update: a block each. */
type Step = HeaderField | { maximum: number };

/** Maximum size, bytes, and most steps: with more, the oldest would scroll away. */
const SMALL = { maximum: 256, most: 60 };
const LARGE = { maximum: 4096, most: 8 };

const FIELDS: readonly HeaderField[] = [
  { name: "host-name", value: "www.example.com" },
  { name: "cache", value: "no-cache" },
  { name: "x-trace", value: "7f3a" },
  { name: "accept", value: "*/*" },
  { name: "priority", value: "u=1, i" },
  { name: "cookie", value: "a=b" },
];

const STEPS: [title: string, step: Step][] = [
  ["Insert an entry larger than the table", { name: "too-large", value: "x".repeat(240) }],
  ...[0, 128, 256].map((maximum): [string, Step] => [`Size update to ${maximum}`, { maximum }]),
];

const hexOfStep = (step: Step): string =>
  hexOf("maximum" in step ? beginning("size-update", step.maximum) : literal("incremental", step.name, step.value));

/** The table before the last step and after it, from the real decoder; null before the answer. */
function useTable(steps: readonly Step[], maxTableSize: number) {
  return useFunctions((core) => {
    const text = steps.map(hexOfStep).join("\n\n");
    const tried = core.decodeStandalone(text, { ...DEFAULT_OPTIONS, format: "hex", blocks: "blank", maxTableSize });
    const [last, before] = tried.status === "ok" ? tried.blocks.toReversed() : [];
    const empty = { size: 0, maxSize: maxTableSize, limit: maxTableSize, count: 0 };
    const held = before?.entries ?? [];
    const entries = last?.entries ?? [];
    const isIn = (some: readonly TriedEntry[]) => (one: TriedEntry) =>
      some.some(({ position }) => position === one.position);
    return {
      /** Of the answer: it is that of the step before until the new one arrives. */
      steps,
      text,
      before: { fill: last?.before ?? empty, entries: held },
      after: { fill: last?.after ?? empty, entries },
      inserted: entries.find((one) => !isIn(held)(one)) ?? null,
      evicted: held.filter((one) => !isIn(entries)(one)),
    };
  });
}
type Table = NonNullable<ReturnType<typeof useTable>>;

/** `only`: nothing is evicted, and the size of the table does not change. */
export function TableLife({ only }: { only?: "insertions" }) {
  const { maximum, most } = only === undefined ? SMALL : LARGE;
  const [steps, setSteps] = useState<readonly Step[]>([]);
  /** Of the last step: before its evictions are seen, the reader marks the entries that will go. */
  const [isSeen, setSeen] = useState(true);
  /** Positions of the entries that are expected to go. */
  const [marks, setMarks] = useState<ReadonlySet<number>>(new Set());
  const table = useTable(steps, maximum);
  if (table === null) return null;
  const asks = !isSeen && table.steps === steps && table.evicted.length > 0;
  const { fill, entries } = asks ? table.before : table.after;
  const next = FIELDS[steps.length % FIELDS.length] as HeaderField;
  const options: typeof STEPS = [[`Insert ${next.name}: ${next.value}`, next], ...(only === undefined ? STEPS : [])];

  function go(steps: readonly Step[], isSeen: boolean) {
    setSteps(steps);
    setSeen(isSeen);
    setMarks(new Set());
  }

  function mark(position: number, isMarked: boolean) {
    const others = [...marks].filter((one) => one !== position);
    setMarks(new Set(isMarked ? [...others, position] : others));
  }

  return (
    <Widget name="The life of a table">
      <Row role="group" aria-label="Steps">
        {options.map(([title, step], at) => (
          <Button
            key={title}
            look={at === 0 ? "primary" : undefined}
            disabled={asks || steps.length >= most}
            onClick={() => go([...steps, step], false)}
          >
            {title}
          </Button>
        ))}
      </Row>
      <LiveRegion>
        <p>
          <Marked text={asks ? question(table) : effect(table, marks)} />
        </p>
      </LiveRegion>
      {only === undefined && (
        <TableFill
          view={{
            fill,
            entries: entries.map((entry) => ({ ...entry, name: asShown(entry.name ?? "") })),
            inserted: table.inserted?.position ?? null,
            evictedTotal: table.evicted.length,
          }}
          atStep={!asks}
        />
      )}
      <DataTable
        wide
        className={styles.entries}
        aria-label="Entries, newest first"
        columns={["index", "name", "value", "as a field", "size"]}
      >
        {(asks ? entries : [...entries, ...table.evicted]).map((entry) => {
          const { position, index, name, value, size } = entry;
          const isGone = !asks && table.evicted.includes(entry);
          return (
            <tr
              key={position}
              data-gone={isGone || undefined}
              data-new={(!asks && entry === table.inserted) || undefined}
            >
              <th scope="row">
                {asks ? (
                  <Check checked={marks.has(position)} onChange={(isMarked) => mark(position, isMarked)}>
                    {index}
                  </Check>
                ) : (
                  (isGone && "evicted") || index
                )}
              </th>
              <td className="mono">{name}</td>
              <td className="mono">{value}</td>
              <td className="mono">{!isGone && hexOf(beginning("indexed", index ?? 0))}</td>
              <td>{size}</td>
            </tr>
          );
        })}
      </DataTable>
      <Row>
        {asks && (
          <Button look="primary" onClick={() => setSeen(true)}>
            See which go
          </Button>
        )}
        <Button disabled={steps.length === 0} onClick={() => go(steps.slice(0, -1), true)}>
          Undo
        </Button>
        <Button disabled={steps.length === 0} onClick={() => go([], true)}>
          Start over
        </Button>
        {steps.length > 0 && !asks && <ShowButton text={`# initial table size ${maximum}\n\n${table.text}`} />}
      </Row>
    </Widget>
  );
}

function question({ steps, before: { fill } }: Table): string {
  const step = steps.at(-1) as Step;
  const why =
    "maximum" in step
      ? `The maximum size becomes ${counted(step.maximum, "byte")}, and the entries take ${count(fill.size)}.`
      : `The new entry takes ${counted(sizeOf(step), "byte")}, and ${count(fill.maxSize - fill.size)} are free.`;
  return `${why} Which entries will go? Mark them, then see.`;
}

/** The effect of the last step, after the reader's guess. */
function effect({ steps, after, inserted, evicted }: Table, marks: ReadonlySet<number>): string {
  const step = steps.at(-1);
  if (step === undefined) {
    return `An empty table with a maximum size of ${count(after.fill.maxSize)} bytes. The size of an entry is its name plus its value plus 32 bytes (RFC 7541 §4.1).`;
  }
  const isRight = evicted.length === marks.size && evicted.every(({ position }) => marks.has(position));
  const guess = marks.size === 0 ? "" : `*${isRight ? "Just" : "Not just"} those that you marked.* `;
  const went = `${counted(evicted.length, "entry", "entries")} ${evicted.length === 1 ? "was" : "were"} evicted`;
  if ("maximum" in step) {
    const also = evicted.length > 0 ? `; ${went}` : "";
    return `${guess}\`${hexOfStep(step)}\`: the maximum size is now ${counted(step.maximum, "byte")}${also} (RFC 7541 §4.3).`;
  }
  const sum = `${guess}${step.name.length} + ${step.value.length} + 32 = ${counted(sizeOf(step), "byte")}`;
  if (inserted === null) {
    const emptied = evicted.length > 0 ? went : "the table stays empty";
    return `${sum}: more than the maximum size of the table. That is not an error: ${emptied}, and the new one is not added (RFC 7541 §4.4).`;
  }
  const room = evicted.length > 0 ? `To make room, ${went}, the oldest first` : "There was room for it";
  const older = after.fill.count > 1 ? ", and the index of every older one went up by one" : "";
  return `${sum}. ${room}. The new entry has index 62${older} (RFC 7541 §4.4).`;
}
