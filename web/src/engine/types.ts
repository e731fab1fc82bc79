/** What crosses between the page and its worker, as far as the core does not say it: see generated.ts. */
import type {
  Opened as Answer,
  BlockDetail,
  Explanation,
  Framing,
  Held,
  PinView,
  Provenance,
  TableView,
  Warning,
} from "./generated";

export * from "./generated";

/** `stoppedAt`: bytes read, where a person stopped the reading; what came until then is here. */
export type Opened =
  | (Extract<Answer, { status: "ok" }> & { stoppedAt?: number })
  | Extract<Answer, { status: "refused" }>;

/** What a package answers: the first one leaves frames in a text to the other. */
export type Answered = Opened | Extract<Answer, { status: "frames" }>;

/** How far reading has come, bytes, and the header blocks found so far. */
export type Progress = { read: number; total: number; blocks: number };

/** A part of the session as it is handed on. */
export type Written = {
  /** null where it would be too large, or only the fields were asked for. */
  text: string | null;
  listing: string | null;
  /** Why there is no listing; null where none was asked for. */
  noListing: string | null;
  /** Of each block its first row, and how many it has. */
  rows: Uint32Array;
  /** The fields by name, and how many of them masking replaces. */
  held: ReadonlyMap<string, Held>;
};

/** A window of rows: ROW_STRIDE numbers a row, and their names and values, cut to TEXT_CUT characters each. */
export type RowWindow = { from: number; to: number; records: Uint32Array; text: string };

/** A window of blocks: BLOCK_STRIDE numbers a block, and the label that the text gave each, "" where none. */
export type BlockWindow = { from: number; to: number; records: Uint32Array; labels: string[] };

/** A window of `total` frames: FRAME_STRIDE numbers a frame, and its type, flags and what it says. */
export type FrameWindow = { from: number; total: number; records: Uint32Array; texts: [string, string, string][] };

/** A block as the panes show it. */
export type BlockContent = {
  bytes: Uint8Array;
  /** UTF-16 range in the text of each byte: start, end, start, end, … */
  places: Uint32Array;
  /** The item (from 0) that each warning is about, in order: as many as Block.warnings says. */
  warningItems: Uint32Array;
  detail: BlockDetail | null;
  /** null if it came in no frames. */
  framing: Framing | null;
  /** The frame that begins it; −1 if none does. */
  frame: number;
  /** The block that answers it, or that it answers; −1 if there is none. */
  otherSide: number;
  /** The block with what its table needs, as text that is read back to the same fields; null if it needs nothing. */
  withTable: string | null;
};

/** A step as the panes show it: a row, a fault, or the start of a block. */
export type StepContent = {
  /** null at the start of a block, and for a fault that no representation could be read for. */
  explanation: Explanation | null;
  /** null for what is no field. */
  provenance: Provenance | null;
  warnings: Warning[];
  /** Whose table it is: see Block. */
  direction: number;
  /** The first entries of the table after it. */
  table: TableView | null;
  /** Of the entry that it inserted. */
  uses: Uses | null;
};

/** What is pinned on an entry, and the rows that refer to that. */
export type Pin = PinView & { rows: Int32Array };

/** The fields that refer to an entry. */
export type Uses = { total: number; shown: { row: number; block: number; byte: number }[] };
