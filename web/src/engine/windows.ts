/** Converts windows of columns to objects, for the few visible rows and blocks. */
import { asShown, type ShownText } from "./shown-text";
import {
  BLOCK,
  type BlockWindow,
  FLAG,
  FRAME,
  FRAME_STATE,
  type FrameWindow,
  KINDS,
  type Kind,
  NONE,
  ROW,
  type RowWindow,
  SENDERS,
  type Sender,
  type StepContent,
} from "./types";

/** A record's columns by name. */
type Cells<Columns> = { -readonly [Column in keyof Columns]: number };

/** Record number `at`; null if there is none. */
function cellsOf<Columns extends Readonly<Record<string, number>>>(
  columns: Columns,
  records: Uint32Array,
  at: number,
): Cells<Columns> | null {
  const names = Object.keys(columns);
  const from = at * names.length;
  if (at < 0 || from + names.length > records.length) return null;
  const cells: Record<string, number> = {};
  for (const [nth, name] of names.entries()) cells[name] = records[from + nth] ?? 0;
  return cells as Cells<Columns>;
}

type StringColumn = `${"name" | "value"}${"From" | "Length" | "Data" | "End"}`;

/** A field or size update in a list. */
export type Row = Omit<Cells<typeof ROW>, "kind" | StringColumn> & {
  row: number;
  kind: Kind;
  /** Truncated to TEXT_CUT bytes. */
  name: ShownText;
  value: ShownText;
  /** Ranges in the block of the data of literal strings, end exclusive. */
  strings: [from: number, to: number][];
};

/** The row with number `row`; null if it is not in the window. */
export function rowIn(window: RowWindow, row: number): Row | null {
  const cells = cellsOf(ROW, window.records, row - window.from);
  if (cells === null) return null;
  const { kind, nameFrom, nameLength, nameData, nameEnd, valueFrom, valueLength, valueData, valueEnd, ...others } =
    cells;
  return {
    ...others,
    row,
    kind: KINDS[kind] ?? "indexed",
    name: asShown(window.text.slice(nameFrom, nameFrom + nameLength)),
    value: asShown(window.text.slice(valueFrom, valueFrom + valueLength)),
    strings: [
      [nameData, nameEnd],
      [valueData, valueEnd],
    ],
  };
}

/** A step and its row, which is null for the error. */
export type ExplainedStep = StepContent & { field: Row | null };

/** A block in a list. */
export type Block = Omit<Cells<typeof BLOCK>, "error" | "cut" | "afterError" | `${ByteColumn}Bytes`> & {
  block: number;
  error: boolean;
  cut: boolean;
  afterError: boolean;
  /** Bytes by representation. */
  kindBytes: Record<Kind, number>;
  label: string;
};

type ByteColumn = "indexed" | "incremental" | "without" | "never" | "sizeUpdate";

/** The block with number `block`; null if it is not in the window. */
export function blockIn(window: BlockWindow, block: number): Block | null {
  const cells = cellsOf(BLOCK, window.records, block - window.from);
  if (cells === null) return null;
  const {
    error,
    cut,
    afterError,
    indexedBytes,
    incrementalBytes,
    withoutBytes,
    neverBytes,
    sizeUpdateBytes,
    ...others
  } = cells;
  return {
    ...others,
    block,
    error: error === 1,
    cut: cut === 1,
    afterError: afterError === 1,
    kindBytes: {
      indexed: indexedBytes,
      incremental: incrementalBytes,
      without: withoutBytes,
      never: neverBytes,
      "size-update": sizeUpdateBytes,
    },
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
export type Frame = Pick<Cells<typeof FRAME>, "kind" | "stream" | "length" | "packet" | "state" | "fields"> & {
  /** Index in the connection. */
  frame: number;
  sender: Sender;
  /** “HEADERS”. */
  type: string;
  /** “END_STREAM, END_HEADERS”. */
  flags: string;
  /** The block that it carries a part of. */
  block: number | null;
  /** It begins that block. */
  begins: boolean;
  /** Nanoseconds since the capture's first packet. */
  since: number;
  /** Milliseconds since 1970; null if unknown. */
  time: number | null;
  /** A summary in a line. */
  line: string;
};

/** The frame at place `at` of the timeline; null if it is not in the window. */
export function frameIn(window: FrameWindow, at: number): Frame | null {
  const cells = cellsOf(FRAME, window.records, at - window.from);
  if (cells === null) return null;
  const { number, sender, block, begins, sinceHigh, sinceLow, nanosHigh, nanosLow, ...others } = cells;
  const [type, flags, line] = window.texts[at - window.from] ?? ["", "", ""];
  const nanos = nanosHigh * 2 ** 32 + nanosLow;
  return {
    ...others,
    frame: number,
    sender: SENDERS[sender] ?? "unknown",
    type,
    flags,
    block: block === NONE ? null : block,
    begins: begins === 1,
    since: sinceHigh * 2 ** 32 + sinceLow,
    time: nanos === 0 ? null : nanos / 1e6,
    line,
  };
}

/** True if a frame has that state. */
export function hasState(frame: Frame, state: keyof typeof FRAME_STATE): boolean {
  return (frame.state & FRAME_STATE[state]) !== 0;
}
