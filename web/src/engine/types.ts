/** What crosses between the page and its worker, as far as the core does not say it: see generated.ts. */
import type { Opened as Answer } from "./generated";

export * from "./generated";

/** `stoppedAt`: octets read, where a person stopped the reading; what came until then is here. */
export type Opened =
  | (Extract<Answer, { status: "ok" }> & { stoppedAt?: number })
  | Extract<Answer, { status: "refused" }>;

/** How far reading has come, octets, and the header blocks found so far. */
export type Progress = { read: number; total: number; blocks: number };

/** A window of rows: ROW_STRIDE numbers a row, and their names and values, cut to TEXT_CUT characters each. */
export type RowWindow = { from: number; to: number; records: Int32Array; text: string };

/** A window of blocks: BLOCK_STRIDE numbers a block, and the label that the text gave each, "" where none. */
export type BlockWindow = { from: number; to: number; records: Int32Array; labels: string[] };

/** A window of frames: FRAME_STRIDE numbers a frame, and its type, flags and what it says. */
export type FrameWindow = { from: number; to: number; records: Int32Array; texts: [string, string, string][] };

/** A block's octets and where they stand in the text. */
export type BlockOctets = {
  octets: Uint8Array;
  /** UTF-16 range in the text of each octet: start, end, start, end, … */
  places: Uint32Array;
};

export const ROW_STRIDE = 16;

export const TEXT_CUT = 512;

export const ROW = {
  block: 0,
  /** Octets in the block, end exclusive. */
  start: 1,
  end: 2,
  /** Index into KINDS. */
  kind: 3,
  flags: 4,
  /** The index on the wire, 0 when name and value are literal. */
  index: 5,
  /** UTF-16 range in `text`. */
  nameFrom: 6,
  nameLength: 7,
  valueFrom: 8,
  valueLength: 9,
  /** Plain octets of the whole name and value. */
  nameOctets: 10,
  valueOctets: 11,
  /** Entries evicted by this step. */
  evicted: 12,
  /** The new maximum of a size update, octets (unsigned). */
  size: 13,
  /** Size of the table after the step, octets (unsigned). */
  tableSize: 14,
  /** Maximum of the table after the step, octets (unsigned). */
  tableMax: 15,
} as const;

export const FLAG = {
  nameLiteral: 1,
  nameHuffman: 2,
  valueLiteral: 4,
  valueHuffman: 8,
  nameUnknown: 16,
  valueUnknown: 32,
  /** An index that no table could hold. */
  impossible: 64,
  /** A new entry was added. */
  inserted: 128,
  /** The new entry was larger than the table, which it emptied (§4.4). */
  tooLarge: 256,
  nameNotUtf8: 512,
  valueNotUtf8: 1024,
  /** The text in the window is cut: the whole is longer. */
  nameCut: 2048,
  valueCut: 4096,
  /** What is not known is shown as a person guessed it. */
  nameGuessed: 8192,
  valueGuessed: 16384,
} as const;

export const BLOCK_STRIDE = 16;

export const BLOCK = {
  /** Index into Opened.directions. */
  direction: 0,
  octets: 1,
  firstRow: 2,
  rows: 3,
  /** Fields alone, without size updates. */
  fields: 4,
  /** 1 where the block has a fault. */
  fault: 5,
  /** 1 where an earlier block of this direction had a fault. */
  afterFault: 6,
  /** Octets written in each representation, in the order of KINDS. */
  indexedOctets: 7,
  incrementalOctets: 8,
  withoutOctets: 9,
  neverOctets: 10,
  sizeUpdateOctets: 11,
  plainOctets: 12,
  warnings: 13,
  /** Rows whose name or value is not known. */
  unknownRows: 14,
} as const;

export const FRAME_STRIDE = 16;

export const FRAME = {
  /** Among the connection's, from 0. */
  number: 0,
  /** Index into SENDERS. */
  sender: 1,
  kind: 2,
  flags: 3,
  stream: 4,
  length: 5,
  /** 0 where the input has no packets. */
  packet: 6,
  /** The block it carries a part of; −1 for none. */
  block: 7,
  /** 1 where it begins that block. */
  begins: 8,
  /** Bits of FRAME_STATE. */
  state: 9,
  /** Nanoseconds since the capture's first packet, in two halves. */
  sinceHigh: 10,
  sinceLow: 11,
  /** Nanoseconds since 1970, in two halves; 0 where not known. */
  nanosHigh: 12,
  nanosLow: 13,
  fields: 14,
} as const;

export const FRAME_STATE = { found: 1, error: 2, fault: 4, warning: 8, unknown: 16 } as const;

export const WHAT_IF_STRIDE = 4;
export const WHAT_IF_BLOCK = { number: 0, sent: 1, tried: 2, plain: 3 } as const;
