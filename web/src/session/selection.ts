/**
 * The one selection that rules every pane: a block, one of its rows (or its
 * fault), and perhaps one byte of it.
 */
import type { Block } from "../engine/windows";

export type Selection = {
  block: number;
  /** null: the block's fault, or the moment before the block's first field. */
  row: number | null;
  /** The representation in which the block's fault lies. */
  fault: boolean;
  /** A byte of the block, when one was chosen. */
  byte: number | null;
  /** A byte of a frame around the block, when one was chosen. */
  frame?: FramePlace | null;
};

/** A byte of one of the frames that carried a block, but not of the block itself. */
export type FramePlace = {
  /** Number of the frame among the block's. */
  nth: number;
  /** From 0: header, pad length, priority and promised stream; then the padding. */
  at: number;
};

/** What a session looks like before anything is chosen. */
export const START: Selection = { block: 0, row: null, fault: false, byte: null };

/** What the pointer is over: at most a row, perhaps a byte of it. */
export type Hover = Selection | null;

export function sameSelection(a: Hover, b: Hover): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const same = a.block === b.block && a.row === b.row && a.fault === b.fault && a.byte === b.byte;
  return same && a.frame?.nth === b.frame?.nth && a.frame?.at === b.frame?.at;
}

/** The first thing to look at in a block: its first row, or its fault. */
export function firstOf(block: Block): Selection {
  if (block.rows > 0) return { block: block.block, row: block.firstRow, fault: false, byte: null };
  return { block: block.block, row: null, fault: block.fault, byte: null };
}

/** The last thing in a block: its fault, or its last row. */
export function lastOf(block: Block): Selection {
  if (block.fault || block.rows === 0) return { block: block.block, row: null, fault: block.fault, byte: null };
  return { block: block.block, row: block.firstRow + block.rows - 1, fault: false, byte: null };
}

/**
 * The step after the selected one within its block, or null when it is the
 * block's last. A fault is a step of its own, after the last row.
 */
export function nextIn(block: Block, selection: Selection): Selection | null {
  if (selection.fault) return null;
  const row = selection.row === null ? block.firstRow : selection.row + 1;
  if (row < block.firstRow + block.rows) return { block: block.block, row, fault: false, byte: null };
  if (block.fault) return { block: block.block, row: null, fault: true, byte: null };
  return null;
}

/** The step before the selected one within its block, or null when it is the block's first. */
export function previousIn(block: Block, selection: Selection): Selection | null {
  if (selection.row === null) {
    return selection.fault && block.rows > 0 ? lastOf({ ...block, fault: false }) : null;
  }
  if (selection.row <= block.firstRow) return null;
  return { block: block.block, row: selection.row - 1, fault: false, byte: null };
}

/** How many rows stand before the selected moment: the slider's place, 0 to all rows. */
export function stepsDone(block: Block | null, selection: Selection): number {
  if (selection.row !== null) return selection.row + 1;
  if (block === null) return 0;
  return selection.fault ? block.firstRow + block.rows : block.firstRow;
}
