/** The one selection, shared by all panes: a block, one of its rows or its error, and perhaps one byte of it. */
import type { Block } from "../engine/windows";

export type Selection = {
  block: number;
  /** Null for the block's error, or the moment before its first field. */
  row: number | null;
  /** The representation with the block's error. */
  error: boolean;
  /** Selected byte of the block. */
  byte: number | null;
  /** Selected byte of a frame around the block. */
  frame?: FramePlace | null;
};

/** A byte of one of the frames that carried a block, but not of the block itself. */
export type FramePlace = {
  /** Index of the frame among the block's frames. */
  nth: number;
  /** From 0: header, pad length, priority and promised stream; then the padding. */
  at: number;
};

/** The selection of a new session. */
export const START: Selection = { block: 0, row: null, error: false, byte: null };

/** The row under the pointer, perhaps with a byte of it. */
export type Hover = Selection | null;

export function sameSelection(a: Hover, b: Hover): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const same = a.block === b.block && a.row === b.row && a.error === b.error && a.byte === b.byte;
  return same && a.frame?.nth === b.frame?.nth && a.frame?.at === b.frame?.at;
}

/** A block's first row, or its error. */
export function firstOf(block: Block): Selection {
  if (block.rows > 0) return { block: block.block, row: block.firstRow, error: false, byte: null };
  return { block: block.block, row: null, error: block.error, byte: null };
}

/** A block's error, or its last row. */
export function lastOf(block: Block): Selection {
  if (block.error || block.rows === 0) return { block: block.block, row: null, error: block.error, byte: null };
  return { block: block.block, row: block.firstRow + block.rows - 1, error: false, byte: null };
}

/** The step after the selected one within its block, or null after the last. An error is a step after the last row. */
export function nextIn(block: Block, selection: Selection): Selection | null {
  if (selection.error) return null;
  const row = selection.row === null ? block.firstRow : selection.row + 1;
  if (row < block.firstRow + block.rows) return { block: block.block, row, error: false, byte: null };
  if (block.error) return { block: block.block, row: null, error: true, byte: null };
  return null;
}

/** The step before the selected one within its block, or null before the first. */
export function previousIn(block: Block, selection: Selection): Selection | null {
  if (selection.row === null) {
    return selection.error && block.rows > 0 ? lastOf({ ...block, error: false }) : null;
  }
  if (selection.row <= block.firstRow) return null;
  return { block: block.block, row: selection.row - 1, error: false, byte: null };
}

/** Number of rows before the selected moment, and the slider's position. */
export function stepsDone(block: Block | null, selection: Selection): number {
  if (selection.row !== null) return selection.row + 1;
  if (block === null) return 0;
  return selection.error ? block.firstRow + block.rows : block.firstRow;
}
