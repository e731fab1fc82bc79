/** What the page shows of a block: of a long one the steps around the selected one, and what else was asked for. */
import { useState } from "react";
import type { BlockContent, TableView } from "../engine/types";
import type { Block, ExplainedStep } from "../engine/windows";
import { useCachedOrLast, useReader, useSession } from "../session/inspector";
import type { Selection } from "../session/selection";
import { hasBlocks } from "../session/session";

/** Steps that are drawn at a time: a block can have a hundred thousand. */
export const CHUNK = 200;

export type Explained = {
  block: Block;
  blocks: number;
  content: BlockContent;
  /** Of its steps [from, from + steps.length). */
  from: number;
  steps: ExplainedStep[];
  before: TableView | null;
  after: TableView | null;
};

/** The number of a selected step among its block's, from 0; null for the block as a whole. */
export function stepNumber({ row, error }: Selection, block: Block): number | null {
  if (row !== null) return row - block.firstRow;
  return error ? block.rows : null;
}

/** `more`: draws other steps, from `from` to `to`. */
export function useExplained(block: Block | null) {
  const selection = useSession((session) => session.selection);
  const blocks = useSession((session) => (hasBlocks(session) ? session.opened.blocks : 0));
  const { session } = useReader();
  const [asked, setAsked] = useState({ of: "", from: 0, to: 0 });
  const of = `${session} ${block?.block}`;
  const nth = block === null ? null : stepNumber(selection, block);
  const from = (nth ?? 0) - ((nth ?? 0) % CHUNK);
  const isHere = asked.of === of && (nth === null || (nth >= asked.from && nth < asked.to));
  const range = isHere ? asked : { of, from, to: from + CHUNK };
  const page = useCachedOrLast((known): Explained | null => {
    if (block === null) return null;
    const { block: number, firstRow, rows, error } = block;
    const steps = Array.from({ length: (range.to - range.from) / CHUNK }, (_, chunk) => range.from + chunk * CHUNK);
    const last = rows === 0 ? null : firstRow + rows - 1;
    return {
      block,
      blocks,
      content: known.content(number),
      from: range.from,
      steps: steps.flatMap((first) => known.steps(number, first, first + CHUNK)),
      before: known.step(number, null, false).table,
      after: known.step(number, error ? null : last, error).table,
    };
  });
  const more = (change: { from?: number; to?: number }) => setAsked({ ...range, ...change });
  return { page: block === null ? null : page, more };
}
