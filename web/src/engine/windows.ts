/** Converts windows of columns to objects, for the few visible rows and blocks. */
import { asShown, type ShownText } from "./shown-text";
import {
  BLOCK,
  BLOCK_STRIDE,
  type BlockWindow,
  FLAG,
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  type FrameWindow,
  KINDS,
  type Kind,
  NONE,
  ROW,
  ROW_STRIDE,
  type RowWindow,
  SENDERS,
  type Sender,
  type StepContent,
} from "./types";

/** A field or size update in a list. */
export type Row = {
  row: number;
  block: number;
  /** Bytes in the block, end exclusive. */
  start: number;
  end: number;
  kind: Kind;
  flags: number;
  /** The index on the wire; 0 if name and value are literal. */
  index: number;
  /** Truncated to TEXT_CUT characters. */
  name: ShownText;
  value: ShownText;
  /** Ranges in the block of the data of literal strings, end exclusive. */
  strings: [from: number, to: number][];
  /** Number of bytes of the whole name and value, decoded. */
  nameBytes: number;
  valueBytes: number;
  evicted: number;
  /** The new maximum of a size update, bytes. */
  size: number;
  tableSize: number;
  tableMax: number;
};

/** The row with number `row`; null if it is not in the window. */
export function rowIn(window: RowWindow, row: number): Row | null {
  const at = (row - window.from) * ROW_STRIDE;
  if (row < window.from || at + ROW_STRIDE > window.records.length) return null;
  const cell = (offset: number) => window.records[at + offset] ?? 0;
  const text = (from: number, length: number) => asShown(window.text.slice(cell(from), cell(from) + cell(length)));
  return {
    row,
    block: cell(ROW.block),
    start: cell(ROW.start),
    end: cell(ROW.end),
    kind: KINDS[cell(ROW.kind)] ?? "indexed",
    flags: cell(ROW.flags),
    index: cell(ROW.index),
    name: text(ROW.nameFrom, ROW.nameLength),
    value: text(ROW.valueFrom, ROW.valueLength),
    strings: [
      [cell(ROW.nameData), cell(ROW.nameEnd)],
      [cell(ROW.valueData), cell(ROW.valueEnd)],
    ],
    nameBytes: cell(ROW.nameBytes),
    valueBytes: cell(ROW.valueBytes),
    evicted: cell(ROW.evicted),
    size: cell(ROW.size),
    tableSize: cell(ROW.tableSize),
    tableMax: cell(ROW.tableMax),
  };
}

/** A step and its row, which is null for the error. */
export type ExplainedStep = StepContent & { field: Row | null };

/** A block in a list. */
export type Block = {
  block: number;
  /** Index into `Opened.directions`. */
  direction: number;
  bytes: number;
  firstRow: number;
  rows: number;
  fields: number;
  error: boolean;
  cut: boolean;
  afterError: boolean;
  /** Bytes by representation. */
  kindBytes: Record<Kind, number>;
  plainBytes: number;
  warnings: number;
  unknownRows: number;
  label: string;
};

/** The block with number `block`; null if it is not in the window. */
export function blockIn(window: BlockWindow, block: number): Block | null {
  const at = (block - window.from) * BLOCK_STRIDE;
  if (block < window.from || at + BLOCK_STRIDE > window.records.length) return null;
  const cell = (offset: number) => window.records[at + offset] ?? 0;
  return {
    block,
    direction: cell(BLOCK.direction),
    bytes: cell(BLOCK.bytes),
    firstRow: cell(BLOCK.firstRow),
    rows: cell(BLOCK.rows),
    fields: cell(BLOCK.fields),
    error: cell(BLOCK.error) === 1,
    cut: cell(BLOCK.cut) === 1,
    afterError: cell(BLOCK.afterError) === 1,
    kindBytes: {
      indexed: cell(BLOCK.indexedBytes),
      incremental: cell(BLOCK.incrementalBytes),
      without: cell(BLOCK.withoutBytes),
      never: cell(BLOCK.neverBytes),
      "size-update": cell(BLOCK.sizeUpdateBytes),
    },
    plainBytes: cell(BLOCK.plainBytes),
    warnings: cell(BLOCK.warnings),
    unknownRows: cell(BLOCK.unknownRows),
    label: window.labels[block - window.from] ?? "",
  };
}

/** True if a byte is in the data of a string. */
export function isInStrings(strings: [from: number, to: number][], byte: number): boolean {
  return strings.some(([from, to]) => byte >= from && byte < to);
}

export function hasFlag(row: Row, flag: keyof typeof FLAG): boolean {
  return (row.flags & FLAG[flag]) !== 0;
}

/** A frame in the timeline. */
export type Frame = {
  /** Index in the connection. */
  frame: number;
  sender: Sender;
  kind: number;
  /** “HEADERS”. */
  type: string;
  /** “END_STREAM, END_HEADERS”. */
  flags: string;
  stream: number;
  /** Bytes of the payload. */
  length: number;
  /** From 1; 0 if the input has no packets. */
  packet: number;
  /** The block that it carries a part of. */
  block: number | null;
  /** It begins that block. */
  begins: boolean;
  state: number;
  /** Nanoseconds since the capture's first packet. */
  since: number;
  /** Milliseconds since 1970; null if unknown. */
  time: number | null;
  fields: number;
  /** A summary in a line. */
  line: string;
};

/** The frame at place `at` of the timeline; null if it is not in the window. */
export function frameIn(window: FrameWindow, at: number): Frame | null {
  const from = (at - window.from) * FRAME_STRIDE;
  if (at < window.from || from + FRAME_STRIDE > window.records.length) return null;
  const cell = (offset: number) => window.records[from + offset] ?? 0;
  const whole = (high: number, low: number) => cell(high) * 2 ** 32 + cell(low);
  const [type, flags, line] = window.texts[at - window.from] ?? ["", "", ""];
  const nanos = whole(FRAME.nanosHigh, FRAME.nanosLow);
  return {
    frame: cell(FRAME.number),
    sender: SENDERS[cell(FRAME.sender)] ?? "unknown",
    kind: cell(FRAME.kind),
    type,
    flags,
    stream: cell(FRAME.stream),
    length: cell(FRAME.length),
    packet: cell(FRAME.packet),
    block: cell(FRAME.block) === NONE ? null : cell(FRAME.block),
    begins: cell(FRAME.begins) === 1,
    state: cell(FRAME.state),
    since: whole(FRAME.sinceHigh, FRAME.sinceLow),
    time: nanos === 0 ? null : nanos / 1e6,
    fields: cell(FRAME.fields),
    line,
  };
}

/** True if a frame has that state. */
export function hasState(frame: Frame, state: keyof typeof FRAME_STATE): boolean {
  return (frame.state & FRAME_STATE[state]) !== 0;
}
