/**
 * The dynamic table's life (RFC 7541 §2.3.3, §4): the reader inserts entries and resizes the table, says which
 * entries will go, and sees which do, and the index and the byte of each.
 */
import { useState } from "react";
import { asShown } from "../../../engine/shown-text";
import { TableFill } from "../../../panes/table-fill";
import { Box } from "../../../ui/box";
import { Button } from "../../../ui/button";
import { DataTable } from "../../../ui/data-table";
import { count, counted, hexOf } from "../../../ui/figures";
import { Check, Note } from "../../../ui/layout";
import { Said } from "../../../ui/said";
import { Section, sentence } from "../../../ui/section";
import { integerBytes } from "../integer";
import { bytesOf, Controls, InspectLink, Widget } from "../parts";
import { bytesOfStep, type Step, textOf } from "./steps";
import styles from "./table.module.css";
import { type After, useSteps } from "./use-steps";

/** Maximum size, bytes, and most steps: with more, the oldest would scroll away. */
const SMALL = { maximum: 256, most: 60 };
const LARGE = { maximum: 4096, most: 8 };

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
  [`Size update to ${SMALL.maximum}`, { do: "resize", maximum: SMALL.maximum }],
  ["The peer lowers the limit to 128", { do: "limit", limit: 128 }],
];

/** Positions of the entries that the reader expects to go. */
type Marks = ReadonlySet<number>;
const NO_MARKS: Marks = new Set();

/** `only`: nothing is evicted, and the size of the table does not change. */
export function TableLife({ only }: { only?: "insertions" }) {
  const { maximum, most } = only === undefined ? SMALL : LARGE;
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [pending, setPending] = useState<Step | null>(null);
  const [marks, setMarks] = useState(NO_MARKS);
  const after = useSteps(steps, maximum);
  const go = (steps: readonly Step[], marks = NO_MARKS) => {
    setSteps(steps);
    setPending(null);
    setMarks(marks);
  };
  const take = (step: Step) => {
    if (after === null || !willEvict(step, after)) return go([...steps, step]);
    setPending(step);
    setMarks(NO_MARKS);
  };
  const [nextName, nextValue] = FIELDS[steps.length % FIELDS.length] ?? ["a", "b"];
  const isOver = steps.length >= most || pending !== null || (after !== null && after.fault !== null);

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
        {only === undefined &&
          STEPS.map(([title, step]) => (
            <Button key={title} disabled={isOver} onClick={() => take(step)}>
              {title}
            </Button>
          ))}
      </Controls>
      {after !== null && (
        <>
          <Said className={styles.tableSaid}>
            {pending === null ? (
              <What after={after} marks={marks} maximum={maximum} />
            ) : (
              <Ask pending={pending} after={after} />
            )}
          </Said>
          {only === undefined && (
            <TableFill
              view={{
                fill: after.fill,
                entries: after.entries.map(({ name, ...entry }) => ({ ...entry, name: asShown(name ?? "") })),
                inserted: after.inserted?.position ?? null,
                evictedTotal: after.evicted.length,
              }}
              atStep
            />
          )}
          <Entries after={after} marks={pending === null ? null : marks} onMark={setMarks} />
        </>
      )}
      <Controls>
        {pending !== null && (
          <Button look="primary" onClick={() => go([...steps, pending], marks)}>
            See which go
          </Button>
        )}
        <Button disabled={steps.length === 0} onClick={() => go(pending === null ? steps.slice(0, -1) : steps)}>
          Undo
        </Button>
        <Button disabled={steps.length === 0} onClick={() => go([])}>
          Start over
        </Button>
        {steps.some((step) => step.do !== "limit") && (
          <InspectLink text={`# initial table size ${maximum}\n\n${textOf(steps)}`}>
            Open these blocks in Inspect
          </InspectLink>
        )}
      </Controls>
    </Widget>
  );
}

/** True if entries will go, and the reader can say which. */
function willEvict(step: Step, { fill, steps }: After): boolean {
  // After a lowered limit, what comes next may be an error.
  if (step.do === "limit" || fill.count === 0 || steps.at(-1)?.do === "limit") return false;
  return step.do === "resize" ? fill.size > step.maximum : fill.size + sizeOf(step) > fill.maxSize;
}

function sizeOf({ name, value }: { name: string; value: string }): number {
  return lengthOf(name) + lengthOf(value) + 32;
}

function Ask({ pending, after }: { pending: Step; after: After }) {
  const { size, maxSize } = after.fill;
  return (
    <p>
      {pending.do === "resize"
        ? `The maximum size becomes ${counted(pending.maximum, "byte")}, and the entries take ${count(size)}.`
        : pending.do === "insert" &&
          `The new entry takes ${counted(sizeOf(pending), "byte")}, and ${count(maxSize - size)} are free.`}{" "}
      Which entries will go? Mark them, then see.
    </p>
  );
}

/** The reader's guess, against what was evicted. */
function Guess({ after, marks }: { after: After; marks: Marks }) {
  if (marks.size === 0 || after.evicted.length === 0) return null;
  const isRight = after.evicted.length === marks.size && after.evicted.every(({ position }) => marks.has(position));
  return <strong>{isRight ? "Just those that you marked. " : "Not just those that you marked. "}</strong>;
}

function lengthOf(text: string): number {
  return bytesOf(text).length;
}

/** The effect of the last step, in words. */
function What({ after, marks, maximum }: { after: After; marks: Marks; maximum: number }) {
  const { steps, fill, inserted, evicted: gone, fault } = after;
  const step = steps.at(-1);
  if (step === undefined) {
    return (
      <p>
        An empty table with a maximum size of {count(maximum)} bytes. The size of an entry is its name plus its value
        plus 32 bytes <Section section="RFC 7541 §4.1" />.
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
          <Guess after={after} marks={marks} />
          <code>{hexOf(Uint8Array.from(bytesOfStep(step)))}</code>: the maximum size is now{" "}
          {counted(step.maximum, "byte")}
          {gone.length > 0 ? `; ${evicted} ${were} evicted` : ""} <Section section="RFC 7541 §4.3" />.
        </p>
      );
    case "insert": {
      const sum = `${lengthOf(step.name)} + ${lengthOf(step.value)} + 32 = ${counted(sizeOf(step), "byte")}`;
      if (inserted === null) {
        return (
          <p>
            <Guess after={after} marks={marks} />
            {sum}: more than the maximum size of the table. That is not an error:{" "}
            {gone.length > 0 ? `${evicted} ${were} evicted` : "the table stays empty"}, and the new one is not added{" "}
            <Section section="RFC 7541 §4.4" />.
          </p>
        );
      }
      return (
        <p>
          <Guess after={after} marks={marks} />
          {sum}.{" "}
          {gone.length > 0 ? `To make room, ${evicted} ${were} evicted, the oldest first` : "There was room for it"}.
          The new entry has index 62{fill.count > 1 && ", and the index of every older one went up by one"}{" "}
          <Section section="RFC 7541 §4.4" />.
        </p>
      );
    }
  }
}

/** With `marks`, each entry can be marked. */
function Entries(props: { after: After; marks: Marks | null; onMark: (marks: Marks) => void }) {
  const { after, marks } = props;
  const rows = [
    ...after.entries.map((entry) => ({ entry, gone: false })),
    // Those of the step before are no longer of interest.
    ...(marks === null ? after.evicted : []).map((entry) => ({ entry, gone: true })),
  ];
  const mark = (position: number, isMarked: boolean) => {
    const others = [...(marks ?? [])].filter((one) => one !== position);
    props.onMark(new Set(isMarked ? [...others, position] : others));
  };
  if (rows.length === 0) return <Note>No entries.</Note>;
  return (
    <DataTable
      figures
      wide
      className={styles.tableEntries}
      aria-label="Entries, newest first"
      columns={["index", "name", "value", "as a field", "size"]}
    >
      {rows.map(({ entry, gone }) => (
        <tr
          key={`${entry.position}-${gone}`}
          data-gone={gone || undefined}
          data-new={(!gone && entry.position === after.inserted?.position) || undefined}
        >
          <th scope="row">
            {marks === null ? (
              (gone && "evicted") || entry.index
            ) : (
              <Check checked={marks.has(entry.position)} onChange={(isMarked) => mark(entry.position, isMarked)}>
                {entry.index}
              </Check>
            )}
          </th>
          <td className="mono">{entry.name}</td>
          <td className="mono">{entry.value}</td>
          <td className="mono">{!gone && hexOf(Uint8Array.from(integerBytes(entry.index ?? 0, 7, 0x80)))}</td>
          <td>{entry.size}</td>
        </tr>
      ))}
    </DataTable>
  );
}
