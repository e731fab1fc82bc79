/** The dynamic table after the selected step: newest first, its fill, and what the step changed. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { TableEntry, TableView } from "../engine/types";
import { stepsDone } from "../session/selection";
import { isOpen } from "../session/session";
import { count, counted } from "../ui/figures";
import { Empty, Pane } from "../ui/pane";
import { useAnswer } from "../ui/use-answer";
import { useInspector, useSelectedBlock, useSession } from "./inspector";
import { Nothing } from "./nothing";
import { placeName, SENDER_NAMES } from "./place-name";
import { UNKNOWN_TEXT, UNKNOWN_WHY } from "./unknown";
import "./table-pane.css";

const ROW_HEIGHT = 27;
/** Entries asked for at a time. */
const WINDOW = 128;
/** With more entries than this the fill bar is drawn in one piece. */
const SEGMENTS = WINDOW;

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
        <Nothing>The table as each step leaves it stands here</Nothing>
      ) : (
        <>
          {stepper && <Stepper rows={opened.rows} />}
          {block !== null && <TableState direction={block.direction} />}
        </>
      )}
    </Pane>
  );
}

/** Forward and back through all steps of the session, over block edges. */
export function Stepper({ rows }: { rows: number }) {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const done = stepsDone(block, selection);
  return (
    <div className="stepper" role="group" aria-label="Steps">
      <button type="button" className="button icon-button" aria-label="Step back" onClick={() => inspector.step(-1)}>
        <span aria-hidden="true">◀</span>
      </button>
      <input
        type="range"
        min={0}
        max={rows}
        value={done}
        aria-label="Step"
        aria-valuetext={done === 0 ? "before the first step" : `step ${done} of ${rows}`}
        onChange={(event) => inspector.goTo(Number(event.target.value))}
      />
      <button type="button" className="button icon-button" aria-label="Step forward" onClick={() => inspector.step(1)}>
        <span aria-hidden="true">▶</span>
      </button>
      <span className="stepper-place">
        {selection.fault ? "fault" : done === 0 ? "start" : `step ${count(done)}`}
        <span className="dim"> of {count(rows)}</span>
      </span>
    </div>
  );
}

function TableState({ direction }: { direction: number }) {
  const inspector = useInspector();
  const { client } = inspector;
  const opened = useSession((session) => session.opened);
  const selection = useSession((session) => session.selection);
  const list = useRef<HTMLDivElement>(null);
  const answer = useAnswer(async () => {
    const row = await inspector.tableRow(selection);
    const view = await client.core.table(direction, row, 0, WINDOW);
    return view === null ? null : { view, row, direction, atStep: selection.row !== null };
  }, [direction, selection.block, selection.row, selection.fault, opened]);
  const { view: top = null, row = -1, atStep = false } = answer?.direction === direction ? answer : {};
  const live = top?.fill.count ?? 0;
  const gone = atStep ? (top?.evicted ?? []) : [];
  const virtual = useVirtualizer({
    count: live + gone.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const chunk = Math.floor(Math.min(items[0]?.index ?? 0, Math.max(live - 1, 0)) / WINDOW);
  const below = useAnswer(() => {
    const from = Math.max(chunk * WINDOW, WINDOW);
    return live <= WINDOW ? null : client.core.table(direction, row, from, from + 2 * WINDOW);
  }, [direction, row, opened, live, chunk]);
  const referred = useReferred(row, atStep);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another step scrolls
  useEffect(() => {
    virtual.scrollToIndex(0);
  }, [row, direction]);

  if (top === null) return null;
  function entryAt(index: number): TableEntry | null {
    if (index >= live) return gone[index - live] ?? null;
    return top?.entries[index - top.from] ?? below?.entries[index - below.from] ?? null;
  }
  return (
    <>
      <Fill view={top} atStep={atStep} />
      {live === 0 && gone.length === 0 ? (
        <Empty>
          {top.unknown > 0 ? "Nothing is known of the entries from before these bytes" : "The table is empty"}
        </Empty>
      ) : (
        <div
          ref={list}
          className="entries scroll"
          role="table"
          aria-label="Dynamic table"
          aria-rowcount={live + gone.length + 1}
          tabIndex={0}
        >
          <div role="rowgroup">
            <div role="row" aria-rowindex={1} className="entry entry-head">
              <span role="columnheader" className="number">
                index
              </span>
              <span role="columnheader">name</span>
              <span role="columnheader">value</span>
              <span role="columnheader" className="number">
                size
              </span>
              <span role="columnheader" className="number" title="Block and octet that inserted the entry">
                from
              </span>
            </div>
          </div>
          <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
            {items.map((item) => {
              const entry = entryAt(item.index);
              return (
                <Entry
                  key={item.index}
                  number={item.index}
                  top={item.start}
                  entry={entry}
                  inserted={atStep && entry !== null && item.index < live && entry.position === top.inserted}
                  evicted={item.index >= live}
                  referred={entry !== null && entry.position === referred}
                />
              );
            })}
          </div>
        </div>
      )}
    </>
  );
}

/** Position in the log of the entry that the selected step refers to. */
function useReferred(row: number, atStep: boolean): number | null {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  return useAnswer(async () => {
    if (!atStep || row < 0) return null;
    const explanation = await client.core.explain(row, 0);
    const reference = explanation?.parts.find((part) => part.part === "reference");
    return reference?.position ?? null;
  }, [row, atStep, opened]);
}

function Fill({ view, atStep }: { view: TableView; atStep: boolean }) {
  const { fill } = view;
  const share = (size: number) => `${fill.maxSize === 0 ? 0 : (size / fill.maxSize) * 100}%`;
  const inOnePiece = fill.count > SEGMENTS;
  const changes = [];
  if (atStep && view.inserted !== null) changes.push("1 inserted");
  if (atStep && view.evictedTotal > 0) changes.push(`${count(view.evictedTotal)} evicted`);
  return (
    <div className="fill">
      <div
        className="fill-bar"
        role="meter"
        aria-label="Size of the table"
        aria-valuemin={0}
        aria-valuemax={fill.maxSize}
        aria-valuenow={fill.size}
        aria-valuetext={`${fill.size} of ${fill.maxSize} octets`}
      >
        {inOnePiece ? (
          <span style={{ width: share(fill.size) }} />
        ) : (
          view.entries.map((entry) => (
            <span
              key={entry.position}
              className={atStep && entry.position === view.inserted ? "fill-new" : undefined}
              style={{ width: share(entry.size ?? 0) }}
              title={`${entry.name ?? UNKNOWN_TEXT.unknown}: ${entry.size ?? "?"} octets`}
            />
          ))
        )}
      </div>
      <p className="fill-words">
        <strong>{count(fill.size)}</strong> of {count(fill.maxSize)} octets
        {fill.count > 0 && ` · ${counted(fill.count, "entry", "entries")}`}
        {changes.map((change) => ` · ${change}`)}
        {fill.limit !== fill.maxSize && ` · limit ${count(fill.limit)}`}
      </p>
      {view.unknown > 0 && (
        <p className="fill-words" title={UNKNOWN_WHY.unknown}>
          Up to {counted(view.unknown, "entry", "entries")} from before these bytes may still be there.
        </p>
      )}
      {view.pending !== null && (
        <p className="fill-words">
          A limit of {count(view.pending)} octets was acknowledged: the next block must begin with a size update.
        </p>
      )}
    </div>
  );
}

function Entry(props: {
  number: number;
  top: number;
  entry: TableEntry | null;
  inserted: boolean;
  evicted: boolean;
  referred: boolean;
}) {
  const { entry } = props;
  const inspector = useInspector();
  const over = useSession((session) => session.hover?.row ?? null);
  const from = entry?.from ?? null;
  const names = ["entry"];
  if (props.inserted) names.push("inserted");
  if (props.evicted) names.push("evicted");
  if (props.referred) names.push("referred");
  if (from !== null && from.row === over) names.push("over");
  if (from !== null) names.push("known");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its «from» is a button for the keys
    <div
      role="row"
      aria-rowindex={props.number + 2}
      className={names.join(" ")}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => from !== null && inspector.selectRow(from.row)}
      onPointerEnter={() =>
        inspector.hover(from === null ? null : { block: from.block, row: from.row, fault: false, octet: null })
      }
      onPointerLeave={() => inspector.hover(null)}
    >
      {entry !== null && (
        <>
          <span role="cell" className="number">
            {props.evicted || entry.index === null ? "–" : entry.index}
            {props.evicted && <span className="sr-only"> evicted</span>}
            {props.inserted && <span className="sr-only"> inserted by this step</span>}
            {props.referred && <span className="sr-only"> used by this step</span>}
          </span>
          <span role="cell" className="entry-name" title={entry.name ?? UNKNOWN_WHY.unknown}>
            {entry.name ?? <em className="unknown">unknown</em>}
          </span>
          <span role="cell" className="entry-value" title={entry.value ?? UNKNOWN_WHY.unknown}>
            {entry.value ?? <em className="unknown">unknown</em>}
          </span>
          <span role="cell" className="number">
            {entry.size === null ? "?" : count(entry.size)}
          </span>
          <span role="cell" className="number">
            {from === null ? (
              <span className="dim" title="In the table before the first octet">
                before
              </span>
            ) : (
              <button
                type="button"
                className="link mono"
                title={`Inserted by block ${from.block + 1} at octet ${from.octet}`}
                aria-label={`${placeName(from)}, go to the step that inserted it`}
                onClick={(event) => {
                  event.stopPropagation();
                  inspector.selectRow(from.row);
                }}
              >
                {placeName(from)}
              </button>
            )}
          </span>
        </>
      )}
    </div>
  );
}
