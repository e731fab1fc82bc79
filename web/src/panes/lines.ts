/** The lines of a block's list: its items (rows, then the error) with the frames' own bytes between them. */
import type { Framing, FramingFrame } from "../engine/types";
import type { FramePlace, Selection } from "../session/selection";

/** A line of a frame's own bytes, before or after its fragment of the block. */
export type FrameLine = {
  /** Index of the frame among the block's frames. */
  nth: number;
  /** Range of the frame's own bytes. */
  from: number;
  to: number;
  isPadding: boolean;
  /** Number of items before it. */
  after: number;
};

/** The frames around a block. */
export type ListedFrame = Pick<FramingFrame, "kind" | "start" | "end" | "parts" | "padding" | "paddingError">;
export type ListedFraming = Pick<Framing, "stream"> & { frames: ListedFrame[] };

export type Line = { item: number } | { frame: FrameLine };

/** Number of a frame's bytes before its fragment of the block. */
export function leadOf(frame: ListedFrame): number {
  return frame.parts.reduce((sum, part) => sum + part.bytes.length, 0);
}

/** `itemsBefore`: the number of items that begin before a byte of the block. */
export function frameLinesOf(framing: ListedFraming | null, itemsBefore: (byte: number) => number): FrameLine[] {
  return (framing?.frames ?? []).flatMap((frame, nth) => {
    const lead = leadOf(frame);
    const lines = [{ nth, from: 0, to: lead, isPadding: false, after: itemsBefore(frame.start) }];
    if (frame.padding === 0) return lines;
    return [...lines, { nth, from: lead, to: lead + frame.padding, isPadding: true, after: itemsBefore(frame.end) }];
  });
}

export function lineAt(frames: readonly FrameLine[], line: number): Line {
  const before = frames.findLastIndex((frame, nth) => frame.after + nth <= line);
  const frame = frames[before];
  return frame !== undefined && frame.after + before === line ? { frame } : { item: line - before - 1 };
}

export function lineOfItem(frames: readonly FrameLine[], item: number): number {
  return item + frames.findLastIndex((frame) => frame.after <= item) + 1;
}

function lineOfFrame(frames: readonly FrameLine[], { nth, at }: FramePlace): number {
  const found = frames.findIndex((frame) => frame.nth === nth && at < frame.to);
  return found < 0 ? -1 : (frames[found]?.after ?? 0) + found;
}

/** The selected line of a block with `rows` rows from `firstRow` on; -1 before its first step. */
export function selectedLine(
  frames: readonly FrameLine[],
  { firstRow, rows }: { firstRow: number; rows: number },
  { row, error, frame = null }: Selection,
): number {
  if (frame !== null) return lineOfFrame(frames, frame);
  return error ? lineOfItem(frames, rows) : row === null ? -1 : lineOfItem(frames, row - firstRow);
}
