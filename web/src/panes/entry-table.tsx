/** The entries of a dynamic table, newest first, and what a step did to them. */
import type { HTMLAttributes, ReactNode } from "react";
import { lettersOf, type ShownText } from "../engine/shown-text";
import { UNKNOWN_WHY } from "../inspector/unknown";
import { Button } from "../ui/button";
import { count } from "../ui/figures";
import { evenRows } from "../ui/row-heights";
import { GridRow, HeadRow, RowList } from "../ui/row-list";
import { Unknown } from "../ui/tag";
import { tip } from "../ui/tip";
import { useRows } from "../ui/use-rows";
import { useWidest } from "../ui/use-widest";
import { useWidth } from "../ui/use-width";
import styles from "./table-pane.module.css";

/** Width that the figures need to leave room for the texts, CSS pixels. */
const WIDE_ENOUGH = 320;
const ROW_HEIGHTS = { "one-line": 27, "two-lines": 44 };

/** The rows of a table, scrolled to the newest entry when `again` changes. */
export function useEntryRows(total: number, again: unknown) {
  const [frame, width] = useWidth<HTMLDivElement>(WIDE_ENOUGH);
  const lines = width < WIDE_ENOUGH ? "two-lines" : "one-line";
  const height = ROW_HEIGHTS[lines];
  return { frame, lines, rows: useRows(evenRows(total, height), { head: height, shown: 0, again }) } as const;
}

export type ListedEntry = {
  /** Its position in the log, which no other entry has. */
  position: number;
  index: number | null;
  /** Null if unknown. */
  name: ShownText | null;
  value: ShownText | null;
  size: number | null;
  /** The field that inserted it, with a link; null for an initial entry. */
  from: { name: string; label: string; title?: string; go: () => void } | null;
  mark?: "inserted" | "evicted" | undefined;
  referred?: boolean;
  /** Attributes of the row. */
  row?: HTMLAttributes<HTMLDivElement> & { [data: `data-${string}`]: unknown };
  uses?: ReactNode;
};

export function EntryTable(props: {
  of: ReturnType<typeof useEntryRows>;
  /** Columns keep their widths until this changes. */
  session: unknown;
  entryAt: (place: number) => ListedEntry | null;
  /** Unit that inserts, evicts and refers. */
  step: "step" | "field";
  fromTitle: string;
  uses?: boolean;
}) {
  const { of, entryAt, step, uses = false } = props;
  const { rows, lines } = of;
  const drawn = rows.items.flatMap(({ index }) => entryAt(index) ?? []);
  const wide = useWidest(props.session, {
    index: drawn.map(({ index }) => String(index ?? "")),
    size: drawn.map(({ size }) => count(size ?? 0)),
    from: drawn.map(({ from }) => from?.name ?? "before"),
  });
  return (
    <RowList
      rows={rows}
      data-lines={lines}
      data-uses={uses || undefined}
      style={wide}
      role="table"
      aria-label="Dynamic table"
      aria-rowcount={rows.count + 1}
      head={
        <div role="rowgroup">
          <HeadRow
            className={styles.entry}
            columns={[
              { name: "index", className: "number" },
              { name: "name", title: "name" },
              { name: "value", title: "value" },
              { name: "size", className: "number" },
              { name: "from", className: "number", title: props.fromTitle, "data-detail": uses ? "" : undefined },
              ...(uses ? [{ name: "uses", hidden: true, "data-detail": "" as const }] : []),
            ]}
          />
        </div>
      }
    >
      {({ index, start }) => {
        const entry = entryAt(index);
        // A new entry has an element of its own, which slides in.
        const key = entry === null ? `place ${index}` : entry.position;
        return <Row key={key} place={index} top={start} entry={entry} step={step} />;
      }}
    </RowList>
  );
}

function Row(props: { place: number; top: number; entry: ListedEntry | null; step: string }) {
  const { entry, step } = props;
  return (
    <GridRow
      place={props.place}
      top={props.top}
      className={styles.entry}
      data-inserted={entry?.mark === "inserted" || undefined}
      data-evicted={entry?.mark === "evicted" || undefined}
      data-referred={entry?.referred || undefined}
      {...entry?.row}
    >
      {entry !== null && (
        <>
          <span role="cell" className="number">
            {entry.mark === "evicted" || entry.index === null ? "–" : entry.index}
            {entry.mark === "evicted" && <span className="sr-only"> evicted</span>}
            {entry.mark === "inserted" && <span className="sr-only"> inserted by this {step}</span>}
            {entry.referred && <span className="sr-only"> used by this {step}</span>}
          </span>
          <TextCell text={entry.name} />
          <TextCell text={entry.value} className="dim" />
          <span role="cell" className="number">
            {entry.size === null ? "?" : count(entry.size)}
          </span>
          <span role="cell" className="number" data-detail={entry.uses === undefined ? undefined : ""}>
            <From from={entry.from} />
          </span>
          {entry.uses !== undefined && (
            <span role="cell" className={styles.entryUses} data-detail="">
              {entry.uses}
            </span>
          )}
        </>
      )}
    </GridRow>
  );
}

function TextCell({ text, className }: { text: ShownText | null; className?: string | undefined }) {
  return (
    <span role="cell" className={className} {...tip(text === null ? UNKNOWN_WHY.unknown : lettersOf(text))}>
      {text ?? <Unknown>unknown</Unknown>}
    </span>
  );
}

function From({ from }: { from: ListedEntry["from"] }) {
  if (from === null) {
    return (
      <span className="dim" {...tip("In the table before the first byte")}>
        before
      </span>
    );
  }
  return (
    <Button
      look="link"
      className="mono"
      {...tip(from.title)}
      aria-label={from.label}
      onClick={(event) => {
        event.stopPropagation();
        from.go();
      }}
    >
      {from.name}
    </Button>
  );
}
