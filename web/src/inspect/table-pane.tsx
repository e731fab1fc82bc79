/** The dynamic table after the selected step: newest first, its fill, and what the step changed. */
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import type { TableEntry } from "../engine/types";
import { isOpen } from "../session/session";
import { count } from "../ui/figures";
import { Empty, Pane } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { useRows } from "../ui/use-rows";
import { useWidest } from "../ui/use-widest";
import { useRead, useReader, useSelectedBlock, useSession } from "./inspector";
import { NoBlock, Nothing } from "./nothing";
import { placeName, SENDER_NAMES } from "./place-name";
import { Stepper } from "./stepper";
import { TableEntryRow } from "./table-entry";
import { TableFill } from "./table-fill";
import { useLines } from "./table-lines";
import styles from "./table-pane.module.css";
import { tableRow } from "./table-row";

const ROW_HEIGHTS = { "one-line": 27, "two-lines": 44 };
/** Entries asked for at a time. */
const WINDOW = 128;

export function TablePane({ stepper = true }: { stepper?: boolean }) {
  const opened = useSession((session) => (isOpen(session) ? session.opened : null));
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const sender = block === null ? null : opened?.directions[block.direction]?.sender;
  const when =
    block === null
      ? null
      : selection.fault
        ? "at the fault"
        : selection.row === null
          ? "at the start"
          : `after step ${count(selection.row - block.firstRow + 1)}`;
  const whose =
    sender === undefined || sender === null || sender === "unknown" ? "" : ` · blocks ${SENDER_NAMES[sender]}`;
  return (
    <Pane id="table" title="Dynamic table" note={when === null ? null : when + whose}>
      {opened === null ? (
        <Nothing>The table after each step appears here</Nothing>
      ) : (
        <>
          {stepper && <Stepper rows={opened.rows} />}
          {block === null ? <NoBlock /> : <TableState direction={block.direction} />}
        </>
      )}
    </Pane>
  );
}

function TableState({ direction }: { direction: number }) {
  const { session } = useReader();
  const selection = useSession((session) => session.selection);
  const list = useRef<HTMLDivElement>(null);
  const answer = useRead(
    async (reader) => {
      const row = await tableRow(reader, selection);
      const view = await reader.core.table(direction, row, 0, WINDOW);
      return view === null ? null : { view, row, direction, atStep: selection.row !== null };
    },
    [direction, selection.block, selection.row, selection.fault],
  );
  const { view: top = null, row = -1, atStep = false } = answer?.direction === direction ? answer : {};
  const live = top?.fill.count ?? 0;
  const gone = atStep ? (top?.evicted ?? []) : [];
  const [state, lines] = useLines();
  const height = ROW_HEIGHTS[lines];
  const rows = useRows(list, evenRows(live + gone.length, height), { head: height });
  const { items } = rows;
  const chunk = Math.floor(Math.min(items[0]?.index ?? 0, Math.max(live - 1, 0)) / WINDOW);
  const below = useRead(
    (reader) => {
      const from = Math.max(chunk * WINDOW, WINDOW);
      return live <= WINDOW ? null : reader.core.table(direction, row, from, from + 2 * WINDOW);
    },
    [direction, row, live, chunk],
  );
  const referred = useReferred(row, atStep);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another step scrolls
  useEffect(() => {
    rows.reveal(0);
  }, [row, direction]);

  const drawn = items.map(({ index }) => entryAt(index)).filter((entry) => entry !== null);
  const wide = useWidest(session, {
    index: drawn.map(({ index }) => String(index ?? "")),
    size: drawn.map(({ size }) => count(size ?? 0)),
    from: drawn.map(({ from }) => (from === null ? "before" : placeName(from))),
  });

  function entryAt(index: number): TableEntry | null {
    if (index >= live) return gone[index - live] ?? null;
    return top?.entries[index - top.from] ?? below?.entries[index - below.from] ?? null;
  }
  return (
    <div ref={state} className={styles.tableState}>
      {top !== null && <TableFill view={top} atStep={atStep} />}
      {top === null ? null : live === 0 && gone.length === 0 ? (
        <Empty>{top.unknown > 0 ? "The entries from before these bytes are unknown" : "The table is empty"}</Empty>
      ) : (
        <div
          ref={list}
          className={clsx("scroll", styles.entries)}
          data-lines={lines}
          style={wide}
          role="table"
          aria-label="Dynamic table"
          aria-rowcount={live + gone.length + 1}
          tabIndex={0}
        >
          <div role="rowgroup">
            <div role="row" aria-rowindex={1} className={clsx(styles.entry, styles.entryHead)}>
              <span role="columnheader" className={styles.number}>
                index
              </span>
              <span role="columnheader" title="name">
                name
              </span>
              <span role="columnheader" title="value">
                value
              </span>
              <span role="columnheader" className={styles.number}>
                size
              </span>
              <span role="columnheader" className={styles.number} title="Block and byte that inserted the entry">
                from
              </span>
              <span role="columnheader">
                <span className="sr-only">uses</span>
              </span>
            </div>
          </div>
          <div role="rowgroup" style={{ height: rows.total, position: "relative" }}>
            {items.map((item) => {
              const entry = entryAt(item.index);
              return (
                <TableEntryRow
                  key={item.index}
                  number={item.index}
                  top={item.start}
                  entry={entry}
                  inserted={atStep && entry !== null && item.index < live && entry.position === top.inserted}
                  evicted={item.index >= live}
                  referred={entry !== null && entry.position === referred}
                  direction={direction}
                />
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}

/** Position in the log of the entry that the selected step refers to. */
function useReferred(row: number, atStep: boolean): number | null {
  return useRead(
    async (reader) => {
      if (!atStep || row < 0) return null;
      const explanation = await reader.core.explain(row, 0);
      const reference = explanation?.parts.find((part) => part.part === "reference");
      return reference?.position ?? null;
    },
    [row, atStep],
  );
}
