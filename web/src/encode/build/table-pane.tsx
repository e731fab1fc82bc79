/** The dynamic table after the field at hand, and what that field did to it. */
import { clsx } from "clsx";
import { useMemo } from "react";
import type { ComposedEntry } from "../../engine/types";
import { useLines } from "../../inspect/table-lines";
import tablePaneStyles from "../../inspect/table-pane.module.css";
import { count, counted } from "../../ui/figures";
import { Empty, Pane } from "../../ui/pane";
import { useComposed, useComposer } from "../composer";
import { type TableState, tableAfter } from "../shown";
import styles from "./build.module.css";

/** Entries that are shown at most; a table of 64 KiB has room for some 2,000. */
const SHOWN = 300;

export function TablePane() {
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const { at } = building;
  const block = building.blocks[at.block];
  const row = block?.rows[at.row];
  const state = useMemo(() => {
    if (answer === null) return null;
    const number = answer.of.blocks.findIndex(({ id }) => id === block?.id);
    const rows = answer.of.blocks[number]?.rows ?? [];
    const found = rows.findIndex(({ id }) => id === row?.id);
    // On the row that is still to be written, the table is as the last one left it.
    const after = found >= 0 ? found : rows.length - 1;
    return tableAfter(answer.composed, number, after < 0 ? null : after);
  }, [answer, block?.id, row?.id]);
  const last = block === undefined ? 0 : Math.min(at.row + 1, block.rows.length);
  return (
    <Pane
      id="built-table"
      title="Dynamic table"
      note={last === 0 ? "before the first field" : `after field ${last} of block ${at.block + 1}`}
    >
      {state !== null && (
        <State state={state} atStep={row !== undefined} limit={answer?.composed.blocks[at.block]?.limit} />
      )}
    </Pane>
  );
}

function State({ state, atStep, limit }: { state: TableState; atStep: boolean; limit: number | undefined }) {
  const { table, live } = state;
  const gone = atStep ? state.gone : [];
  const share = (size: number) => `${table.maximum === 0 ? 0 : (size / table.maximum) * 100}%`;
  const [frame, lines] = useLines();
  return (
    <div ref={frame} className={tablePaneStyles.tableState}>
      <div className={tablePaneStyles.fill}>
        <div
          className="fill-bar"
          role="meter"
          aria-label="Size of the table"
          aria-valuemin={0}
          aria-valuemax={table.maximum}
          aria-valuenow={table.size}
          aria-valuetext={`${table.size} of ${table.maximum} bytes`}
        >
          {live.slice(0, SHOWN).map(({ position, entry }) => (
            <span
              key={position}
              data-new={(atStep && position === state.inserted) || undefined}
              style={{ width: share(entry.size) }}
            />
          ))}
        </div>
        <p className="fill-words">
          <strong>{count(table.size)}</strong> of {count(table.maximum)} bytes
          {live.length > 0 && ` · ${counted(live.length, "entry", "entries")}`}
          {atStep && state.inserted !== null && " · 1 inserted"}
          {gone.length > 0 && ` · ${count(gone.length)} evicted`}
          {limit !== undefined && limit !== table.maximum && ` · limit ${count(limit)}`}
        </p>
      </div>
      {live.length === 0 && gone.length === 0 ? (
        <Empty>The table is empty</Empty>
      ) : (
        <div
          className={clsx("scroll", styles.builtEntries)}
          data-lines={lines}
          role="table"
          aria-label="Dynamic table"
          tabIndex={0}
        >
          <div role="rowgroup">
            <div
              role="row"
              className={clsx(styles.builtEntry, styles.builtHead, tablePaneStyles.entry, tablePaneStyles.entryHead)}
            >
              <span role="columnheader" className={tablePaneStyles.number}>
                index
              </span>
              <span role="columnheader" title="name">
                name
              </span>
              <span role="columnheader" title="value">
                value
              </span>
              <span role="columnheader" className={tablePaneStyles.number}>
                size
              </span>
              <span
                role="columnheader"
                className={tablePaneStyles.number}
                title="Block and field that inserted the entry"
              >
                from
              </span>
            </div>
          </div>
          <div role="rowgroup">
            {live.slice(0, SHOWN).map(({ index, position, entry }) => (
              <EntryRow key={position} index={index} entry={entry} inserted={atStep && position === state.inserted} />
            ))}
            {gone.map(({ position, entry }) => (
              <EntryRow key={position} index={null} entry={entry} />
            ))}
          </div>
        </div>
      )}
      {live.length > SHOWN && (
        <p className={clsx("fill-words", styles.waysMore)}>{count(live.length - SHOWN)} older entries.</p>
      )}
    </div>
  );
}

function EntryRow(props: { index: number | null; entry: ComposedEntry; inserted?: boolean }) {
  const { index, entry, inserted = false } = props;
  const composer = useComposer();
  const { origin } = entry;
  return (
    <div
      role="row"
      className={clsx(styles.builtEntry, tablePaneStyles.entry)}
      data-inserted={inserted || undefined}
      data-evicted={index === null || undefined}
    >
      <span role="cell" className={tablePaneStyles.number}>
        {index ?? "–"}
        {index === null && <span className="sr-only"> evicted</span>}
        {inserted && <span className="sr-only"> inserted by this field</span>}
      </span>
      <span role="cell" title={entry.name}>
        {entry.name}
      </span>
      <span role="cell" className={tablePaneStyles.entryValue} title={entry.value}>
        {entry.value}
      </span>
      <span role="cell" className={tablePaneStyles.number}>
        {count(entry.size)}
      </span>
      <span role="cell" className={tablePaneStyles.number}>
        {origin === null ? (
          <span className="dim">before</span>
        ) : (
          <button
            type="button"
            className="link mono"
            aria-label={`${origin[0] + 1}:${origin[1] + 1}, go to the field that inserted it`}
            onClick={() => composer.select({ block: origin[0], row: origin[1] })}
          >
            {origin[0] + 1}:{origin[1] + 1}
          </button>
        )}
      </span>
    </div>
  );
}
