/** The dynamic table after the selected step: newest first, its fill, and what the step changed. */
import { TABLE_WINDOW } from "../engine/pane-windows";
import type { Explanation } from "../engine/types";
import type { Block } from "../engine/windows";
import { useCachedOrLast, useReader, useSelectedBlock, useSelectedStep, useSession } from "../session/inspector";
import { SENDER_NAMES } from "../session/place-name";
import type { Selection } from "../session/selection";
import { hasBlocks } from "../session/session";
import { Wrong } from "../ui/control";
import { count } from "../ui/figures";
import { Empty, Pane } from "../ui/pane";
import { EntryLine } from "./entry-line";
import { EntryTable, type ListedEntry, useEntryRows } from "./entry-table";
import { NoBlock } from "./not-decoded";
import { Stepper } from "./stepper";
import { TableFill } from "./table-fill";
import styles from "./table-pane.module.css";

export function TablePane({ stepper = true }: { stepper?: boolean }) {
  const opened = useSession((session) => (hasBlocks(session) ? session.opened : null));
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const sender = block === null ? null : opened?.directions[block.direction]?.sender;
  const when = block === null ? null : momentOf(block, selection, opened?.blocks ?? 1);
  const whose =
    sender === undefined || sender === null || sender === "unknown" ? "" : ` · blocks ${SENDER_NAMES[sender]}`;
  return (
    <Pane id="table" title="Dynamic table" note={when === null ? null : when + whose}>
      {opened !== null && (
        <>
          {stepper && <Stepper rows={opened.rows} />}
          {block === null ? <NoBlock /> : <TableState direction={block.direction} />}
        </>
      )}
    </Pane>
  );
}

function momentOf(block: Block, { error, row }: Selection, blocks: number): string {
  if (error) return "at the error";
  if (row === null) return "at the start";
  const field = `field ${count(row - block.firstRow + 1)}`;
  return blocks === 1 ? `after ${field}` : `after block ${count(block.block + 1)}, ${field}`;
}

/** The index of a representation that fails since the tables have no such entry; null if it doesn't. */
function missingIndexOf(explanation: Explanation | null): number | null {
  if (explanation?.error?.code !== "index-out-of-range") return null;
  const index = explanation.parts.find((part) => part.part === "integer");
  return index?.part === "integer" ? index.value : null;
}

function TableState({ direction }: { direction: number }) {
  const { session } = useReader();
  const selection = useSession((session) => session.selection);
  const { block, row, error } = selection;
  const atStep = row !== null;
  const step = useSelectedStep();
  const top = step?.direction === direction ? step.table : null;
  const live = top?.fill.count ?? 0;
  const gone = atStep ? (top?.evicted ?? []) : [];
  const entries = useEntryRows(live + gone.length, `${block} ${row} ${error}`);
  const chunk = Math.floor(Math.min(entries.rows.items[0]?.index ?? 0, Math.max(live - 1, 0)) / TABLE_WINDOW);
  const below = useCachedOrLast((known) => {
    const from = Math.max(chunk * TABLE_WINDOW, TABLE_WINDOW);
    return live <= TABLE_WINDOW ? null : known.tableAt([block, row, error], from, from + 2 * TABLE_WINDOW);
  });
  const reference = step?.explanation?.parts.find((part) => part.part === "reference");
  const referred = atStep ? (reference?.position ?? null) : null;

  function entryAt(index: number): ListedEntry | null {
    const entry =
      index >= live
        ? gone[index - live]
        : (top?.entries[index - top.from] ?? below?.entries[index - (below?.from ?? 0)]);
    if (entry === undefined) return null;
    const mark = index >= live ? "evicted" : atStep && entry.position === top?.inserted ? "inserted" : undefined;
    return { ...entry, direction, mark, referred: entry.position === referred };
  }
  const asked = missingIndexOf(step?.explanation ?? null);
  const isMoved = atStep && (top?.inserted != null || referred !== null);
  return (
    <div ref={entries.frame} className="column fill">
      <EntryLine step={top === null ? undefined : isMoved ? row : null} />
      {top !== null && <TableFill view={top} atStep={atStep} />}
      {asked !== null && (
        <p className={styles.asked}>
          <Wrong>{count(asked)}: asked for, but no entry has this index</Wrong>
        </p>
      )}
      {top === null ? null : live === 0 && gone.length === 0 ? (
        <Empty>{top.unknown > 0 ? "The entries sent earlier are unknown" : "The table is empty"}</Empty>
      ) : (
        <EntryTable of={entries} session={session} entryAt={entryAt} />
      )}
    </div>
  );
}
