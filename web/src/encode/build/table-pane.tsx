/** The dynamic table after the selected field, and what that field did to it. */
import { useMemo } from "react";
import { asShown } from "../../engine/shown-text";
import { EntryTable, type ListedEntry, useEntryRows } from "../../panes/entry-table";
import { TableFill } from "../../panes/table-fill";
import tablePaneStyles from "../../panes/table-pane.module.css";
import { Empty, Pane } from "../../ui/pane";
import { useComposed, useComposer } from "../composer";
import { type TableState, tableAfter } from "../shown";

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
    // For the empty row, the table after the last field.
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
  const composer = useComposer();
  const { table, live } = state;
  const gone = atStep ? state.gone : [];
  const entries = useEntryRows(live.length + gone.length, state);
  const { size, maximum } = table;

  function entryAt(place: number): ListedEntry | null {
    const { entry, position, index } = live[place] ?? { ...gone[place - live.length], index: null };
    if (entry === undefined || position === undefined) return null;
    const { origin } = entry;
    return {
      position,
      index,
      name: asShown(entry.name),
      value: asShown(entry.value),
      size: entry.size,
      from: origin && {
        name: `${origin[0] + 1}:${origin[1] + 1}`,
        label: `${origin[0] + 1}:${origin[1] + 1}, go to the field that inserted it`,
        go: () => composer.select({ block: origin[0], row: origin[1] }),
      },
      mark: index === null ? "evicted" : atStep && position === state.inserted ? "inserted" : undefined,
    };
  }
  return (
    <div ref={entries.frame} className={tablePaneStyles.tableState}>
      <TableFill
        atStep={atStep}
        view={{
          fill: { size, maxSize: maximum, limit: limit ?? maximum, count: live.length },
          entries: live.map(({ position, entry }) => ({ position, name: asShown(entry.name), size: entry.size })),
          inserted: state.inserted,
          evictedTotal: gone.length,
        }}
      />
      {live.length + gone.length === 0 ? (
        <Empty>The table is empty</Empty>
      ) : (
        <EntryTable
          of={entries}
          session={composer}
          entryAt={entryAt}
          step="field"
          fromTitle="Block and field that inserted the entry"
        />
      )}
    </div>
  );
}
