/**
 * A block's bytes and its frames' own bytes in lines: pure functions. The
 * block's bytes are in columns by their offset in it; the frames' own bytes
 * have their own lines.
 */
import type { Framing, FramingFrame } from "../engine/types";
import type { FramePlace } from "../session/selection";

/** A run of lines of one sort. */
type Stretch = {
  /** Index of the frame among the block's frames. */
  nth: number;
  /** Bytes of the block, or the frame's own before and after them. */
  sort: "block" | "lead" | "padding";
  /** Offsets in the block, or in the frame's own bytes; end exclusive. */
  from: number;
  to: number;
  firstLine: number;
  lines: number;
  /** Number of bytes on the wire before it. */
  before: number;
};

export type Line = Pick<Stretch, "nth" | "sort" | "from" | "to">;

/** A byte of the block, or of a frame around it. */
export type Place = { byte: number } | { frame: FramePlace };

export type Wire = { perLine: number; lines: number; length: number; stretches: readonly Stretch[] };

/** A frame's bytes before its fragment of the block. */
export function leadOf(frame: FramingFrame): number[] {
  return frame.parts.flatMap((part) => part.bytes);
}

export function wireOf(bytes: number, framing: Framing | null, perLine: number): Wire {
  const stretches: Stretch[] = [];
  let lines = 0;
  let length = 0;
  function add(nth: number, sort: Stretch["sort"], from: number, to: number) {
    if (to <= from) return;
    // Padding begins a new line.
    const origin = sort === "block" ? from - (from % perLine) : from;
    const taken = Math.ceil((to - origin) / perLine);
    stretches.push({ nth, sort, from, to, firstLine: lines, lines: taken, before: length });
    lines += taken;
    length += to - from;
  }
  if (framing === null) add(0, "block", 0, bytes);
  for (const [nth, frame] of (framing?.frames ?? []).entries()) {
    const lead = leadOf(frame).length;
    add(nth, "lead", 0, lead);
    add(nth, "block", frame.start, frame.end);
    add(nth, "padding", lead, lead + frame.padding);
  }
  return { perLine, lines, length, stretches };
}

function originOf({ sort, from }: Stretch, perLine: number): number {
  return sort === "block" ? from - (from % perLine) : from;
}

function stretchAt(wire: Wire, line: number): Stretch | undefined {
  let low = 0;
  let high = wire.stretches.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((wire.stretches[middle]?.firstLine ?? 0) <= line) low = middle;
    else high = middle;
  }
  return wire.stretches[low];
}

export function lineAt(wire: Wire, line: number): Line | null {
  const stretch = stretchAt(wire, line);
  if (stretch === undefined || line < 0 || line >= wire.lines) return null;
  const start = originOf(stretch, wire.perLine) + (line - stretch.firstLine) * wire.perLine;
  const from = Math.max(start, stretch.from);
  return { nth: stretch.nth, sort: stretch.sort, from, to: Math.min(start + wire.perLine, stretch.to) };
}

function stretchOf(wire: Wire, place: Place): { stretch: Stretch; at: number } | null {
  const at = "byte" in place ? place.byte : place.frame.at;
  const stretch = wire.stretches.find(
    (one) =>
      at >= one.from &&
      at < one.to &&
      ("byte" in place ? one.sort === "block" : one.sort !== "block" && one.nth === place.frame.nth),
  );
  return stretch === undefined ? null : { stretch, at };
}

/** The line of a byte; 0 if the byte does not exist. */
export function lineOf(wire: Wire, place: Place): number {
  const found = stretchOf(wire, place);
  if (found === null) return 0;
  const { stretch, at } = found;
  return stretch.firstLine + Math.floor((at - originOf(stretch, wire.perLine)) / wire.perLine);
}

/** Number of bytes before it on the wire; 0 if it does not exist. */
function wireIndex(wire: Wire, place: Place): number {
  const found = stretchOf(wire, place);
  return found === null ? 0 : found.stretch.before + found.at - found.stretch.from;
}

/** The nearest place with this number of bytes before it on the wire. */
export function atIndex(wire: Wire, index: number): Place | null {
  const clamped = Math.min(Math.max(index, 0), wire.length - 1);
  const stretch = wire.stretches.findLast((one) => one.before <= clamped);
  return stretch === undefined ? null : placeIn(stretch, stretch.from + clamped - stretch.before);
}

function placeIn(line: Line, at: number): Place {
  return line.sort === "block" ? { byte: at } : { frame: { nth: line.nth, at } };
}

export type Move = "next" | "previous" | "down" | "up" | "page-down" | "page-up" | "home" | "end" | "first" | "last";

/** Number of lines that Page Up and Page Down move. */
const PAGE_LINES = 8;

/** The place that a key leads to. */
export function moved(wire: Wire, from: Place, move: Move): Place | null {
  const index = wireIndex(wire, from);
  switch (move) {
    case "next":
      return atIndex(wire, index + 1);
    case "previous":
      return atIndex(wire, index - 1);
    case "first":
      return atIndex(wire, 0);
    case "last":
      return atIndex(wire, wire.length - 1);
  }
  const number = lineOf(wire, from);
  const here = lineAt(wire, number);
  if (here === null) return null;
  if (move === "home") return placeIn(here, here.from);
  if (move === "end") return placeIn(here, here.to - 1);
  const by = { down: 1, up: -1, "page-down": PAGE_LINES, "page-up": -PAGE_LINES }[move];
  const line = lineAt(wire, Math.min(Math.max(number + by, 0), wire.lines - 1));
  if (line === null) return null;
  const at = "byte" in from ? from.byte : from.frame.at;
  const column = columnOf(wire, here, at);
  return placeIn(line, Math.min(line.from + Math.max(column - columnOf(wire, line, line.from), 0), line.to - 1));
}

/** Column of offset `at` in a line, from 0. */
function columnOf(wire: Wire, line: Line, at: number): number {
  return line.sort === "block" ? at % wire.perLine : at - line.from;
}
