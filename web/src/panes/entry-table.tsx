/** The entries of a dynamic table, newest first, and what a step did to them. */
import { lettersOf, type ShownText } from "../engine/shown-text";
import type { TableEntry } from "../engine/types";
import { useHovered, useInspector } from "../session/inspector";
import { placeName } from "../session/place-name";
import { UNKNOWN_WHY } from "../session/unknown";
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
import { UsesButton } from "./uses-button";

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

/** An entry, and what the step did to it. */
export type ListedEntry = TableEntry & {
  direction: number;
  mark: "inserted" | "evicted" | undefined;
  referred: boolean;
};

export function EntryTable(props: {
  of: ReturnType<typeof useEntryRows>;
  /** Columns keep their widths until this changes. */
  session: unknown;
  entryAt: (place: number) => ListedEntry | null;
}) {
  const { of, entryAt } = props;
  const { rows, lines } = of;
  const drawn = rows.items.flatMap(({ index }) => entryAt(index) ?? []);
  const wide = useWidest(props.session, {
    index: drawn.map(({ index }) => String(index ?? "")),
    size: drawn.map(({ size }) => count(size ?? 0)),
    from: drawn.map(({ from }) => (from === null ? "before" : placeName(from))),
  });
  return (
    <RowList
      rows={rows}
      data-lines={lines}
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
              {
                name: "from",
                className: "number",
                title: "Block and byte that inserted the entry",
                "data-detail": "",
              },
              { name: "uses", hidden: true, "data-detail": "" },
            ]}
          />
        </div>
      }
    >
      {({ index, start }) => {
        const entry = entryAt(index);
        // A new entry has an element of its own, which slides in.
        const key = entry === null ? `place ${index}` : entry.position;
        return <Row key={key} place={index} top={start} entry={entry} />;
      }}
    </RowList>
  );
}

function Row({ place, top, entry }: { place: number; top: number; entry: ListedEntry | null }) {
  const inspector = useInspector();
  const over = useHovered((over) => over?.row ?? null);
  if (entry === null) return <GridRow place={place} top={top} className={styles.entry} />;
  const { from, mark, referred } = entry;
  const go = () => from !== null && inspector.follow(from.row, from.byte);
  return (
    <GridRow
      place={place}
      top={top}
      className={styles.entry}
      data-inserted={mark === "inserted" || undefined}
      data-evicted={mark === "evicted" || undefined}
      data-referred={referred || undefined}
      data-over={(from !== null && from.row === over) || undefined}
      data-known={from !== null || undefined}
      onClick={go}
      onPointerEnter={() =>
        inspector.hover(from === null ? null : { block: from.block, row: from.row, error: false, byte: null })
      }
      onPointerLeave={() => inspector.hover(null)}
    >
      <span role="cell" className="number">
        {mark === "evicted" || entry.index === null ? "–" : entry.index}
        {mark !== undefined && <span className="sr-only"> {mark === "evicted" ? mark : "inserted by this step"}</span>}
        {referred && <span className="sr-only"> used by this step</span>}
      </span>
      <TextCell text={entry.name} />
      <TextCell text={entry.value} className="dim" />
      <span role="cell" className="number">
        {entry.size === null ? "?" : count(entry.size)}
      </span>
      <span role="cell" className="number" data-detail="">
        {from === null ? (
          <span className="dim" {...tip("In the table before the first byte")}>
            before
          </span>
        ) : (
          <Button
            look="link"
            className="mono"
            {...tip(`Inserted by block ${from.block + 1} at byte ${from.byte}`)}
            aria-label={`${placeName(from)}, go to the step that inserted it`}
            onClick={(event) => {
              event.stopPropagation();
              go();
            }}
          >
            {placeName(from)}
          </Button>
        )}
      </span>
      <span role="cell" className={styles.entryUses} data-detail="">
        <UsesButton direction={entry.direction} entry={entry} />
      </span>
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
