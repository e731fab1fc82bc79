/** Types of messages between the page and its worker, other than the core's own: see generated.ts. */
import type {
  Opened as Answer,
  BlockDetail,
  Explanation,
  Framing,
  MaskCount,
  PinView,
  Provenance,
  TableView,
  Warning,
} from "./generated";

export * from "./generated";

/** `stoppedAt`: number of bytes read before the user stopped. */
export type Opened =
  | (Extract<Answer, { status: "ok" }> & { stoppedAt?: number })
  | Extract<Answer, { status: "refused" }>;

/** A package's answer: the first one leaves frames in a text to the other. */
export type Answered = Opened | Extract<Answer, { status: "frames" }>;

/** Bytes read and in total, and the header blocks found so far. */
export type Progress = { read: number; total: number; blocks: number };

/** A part of the session for sharing. */
export type Written = {
  /** Null if it would be too large, or only the fields were asked for. */
  text: string | null;
  listing: string | null;
  /** Why there is no listing; null if none was asked for. */
  noListing: string | null;
  /** The first row and the number of rows of each block. */
  rows: Uint32Array;
  /** The fields by name, and how many of them masking replaces. */
  maskCounts: ReadonlyMap<string, MaskCount>;
};

/** A window of rows: ROW_STRIDE numbers a row, and their names and values, truncated to TEXT_CUT bytes each. */
export type RowWindow = { from: number; to: number; records: Uint32Array; text: string };

/** A window of blocks: BLOCK_STRIDE numbers a block, and the text's label for each, "" if it has none. */
export type BlockWindow = { from: number; to: number; records: Uint32Array; labels: string[] };

/** A window of `total` frames: FRAME_STRIDE numbers a frame, and its type, flags and summary. */
export type FrameWindow = { from: number; total: number; records: Uint32Array; texts: [string, string, string][] };

/** A block's content for the panes. */
export type BlockContent = {
  bytes: Uint8Array;
  /** UTF-16 range in the text of each byte: start, end, start, end, … */
  places: Uint32Array;
  /** The item (from 0) that each warning is about, in order: as many as Block.warnings says. */
  warningItems: Uint32Array;
  detail: BlockDetail | null;
  /** Null if it did not come in frames. */
  framing: Framing | null;
  /** The frame that begins it; −1 if none does. */
  frame: number;
  /** The block that answers it, or that it answers; −1 if there is none. */
  counterpart: number;
  /** The block with what its table needs, as text that decodes to the same fields; null if it needs nothing. */
  withTable: string | null;
};

/** A step's content for the panes: a row, an error, or the start of a block. */
export type StepContent = {
  /** Null at the start of a block, and for an error before any part could be read. */
  explanation: Explanation | null;
  /** Null unless the step is a field. */
  provenance: Provenance | null;
  warnings: Warning[];
  /** The table's direction: see Block. */
  direction: number;
  /** The first entries of the table after it. */
  table: TableView | null;
  /** Of the entry that it inserted. */
  uses: Uses | null;
};

/** A pinned guess, and the rows that refer to its entry. */
export type Pin = PinView & { rows: Int32Array };

/** The fields that refer to an entry. */
export type Uses = { total: number; shown: { row: number; block: number; byte: number }[] };
