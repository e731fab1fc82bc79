/**
 * What a person builds, and what comes of it. The Rust side of each shape
 * stands in `crate/inspect/src/compose`; `tests/wasm` holds the two against
 * each other.
 */
import type { Kind } from "./types";

/** The ways to write a field. */
export type FieldKind = Exclude<Kind, "size-update">;

/** Header blocks of one direction of one connection, before they are encoded. */
export type Composition = {
  /** The decoder's SETTINGS_HEADER_TABLE_SIZE at the start, octets. */
  limit: number;
  /** The table's maximum at the start, octets; by default the smaller of the limit and 4096. */
  maximum?: number;
  /** Entries that are in the table at the start, newest first. */
  prior: FieldText[];
  policy: PolicyNames;
  framing: FramingOptions;
  blocks: CompositionBlock[];
};

/** Ids of policies; without `huffman`, what belongs to the indexing policy. */
export type PolicyNames = { huffman?: string; indexing: string };

export type CompositionBlock = { changes: SizeChange[]; rows: CompositionRow[] };

/** What changes before a block: the limit that is acknowledged, or the maximum that the encoder sets, octets. */
export type SizeChange = { limit: number } | { maximum: number };

/** A name and a value; hex digits stand in place of what is not UTF-8. */
export type FieldText = { name: string; value: string; nameHex?: string; valueHex?: string };

export type CompositionRow = FieldText & {
  /** RFC 7541 §7.1.3: intermediaries must not index it either. */
  sensitive: boolean;
  /** How it is to be written; without, the policy chooses. */
  choice?: Chosen;
};

/** A representation, as a person chooses it. */
export type Chosen = {
  kind: FieldKind;
  /** Of the field or of its name; null where name and value are literals. */
  index: number | null;
  /** Whether it is in the Huffman code; null where it is no literal. */
  nameHuffman: boolean | null;
  valueHuffman: boolean | null;
};

export type FramingOptions = {
  /** Of the first block; each further one has the next of the same side. */
  stream: number;
  /** The receiver's SETTINGS_MAX_FRAME_SIZE, octets. */
  maxFrameSize: number;
  /** Octets of padding, 0 to 255; null: none. */
  padding: number | null;
  endStream: boolean;
  /** RFC 7540 §5.3; a weight is 1 to 256. */
  priority: { dependency: number; exclusive: boolean; weight: number } | null;
  /** The stream that the first block promises, for PUSH_PROMISE in place of HEADERS. */
  pushPromise: number | null;
};

export type Composed = {
  blocks: ComposedBlock[];
  /** Every entry that was ever in the table, oldest first: a table is a window of it. */
  entries: ComposedEntry[];
  /** Before the first block. */
  table: TableWindow;
  sums: ComposedSums;
  /** Changes of size that can't be. */
  problems: (Refused & { block: number })[];
};

export type ComposedSums = {
  fields: number;
  /** Of header blocks. */
  octets: number;
  /** Of names and values written out. */
  plainOctets: number;
  /** Of frames, all in all. */
  frameOctets: number;
};

export type ComposedBlock = {
  hex: string;
  /** What it begins with (RFC 7541 §4.2), and the table after each. */
  sizeUpdates: { maximum: number; start: number; end: number; table: TableWindow }[];
  rows: ComposedRow[];
  warnings: ComposedWarning[];
  frames: ComposedFrame[];
  /** Of all its frames. */
  framesHex: string;
  /** Why there are none. */
  framesProblem: Refused | null;
  /** The limit that is announced, octets. */
  limit: number;
  sums: ComposedSums;
};

export type ComposedRow = {
  /** Legal representations, the cheapest first; the one that was taken is among them. */
  choices: Representation[];
  /** Further ones, by indices of the same name that cost more. */
  more: number;
  /** A place in `choices`. */
  taken: number;
  byPolicy: boolean;
  /** Why what was chosen could not be taken. */
  refused: Refused | null;
  /** Octets of the block, end exclusive. */
  start: number;
  end: number;
  /** The place in `entries` of what it inserted. */
  inserted: number | null;
  /** What it takes as an entry (RFC 7541 §4.1), octets. */
  entrySize: number;
  /** The table after it. */
  table: TableWindow;
};

export type Representation = Chosen & {
  octets: number;
  /** Its octets, cut. */
  hex: string;
  cut: boolean;
  /** Entries that leave for it. */
  evicts: number;
  /** RFC 7541 §4.4: larger than the table, which it empties. */
  empties: boolean;
  /** RFC 7541 §7.1.3: keeps a sensitive field out of all tables. */
  proper: boolean;
  cheapest: boolean;
};

export type Refused = { message: string; section: string };

/** A rule of RFC 9113 §8 that a row breaks; null for what the block lacks. */
export type ComposedWarning = { row: number | null; code: string; section: string; message: string };

/** A window of `entries`: the newest, index 62, is the one before `end`. */
export type TableWindow = { first: number; end: number; size: number; maximum: number };

export type ComposedEntry = {
  name: string;
  value: string;
  size: number;
  /** The block and the row that made it; null where it was there from the start. */
  origin: [block: number, row: number] | null;
};

export type ComposedFrame = {
  type: string;
  flags: number;
  flagNames: string[];
  stream: number;
  /** Octets of the payload. */
  length: number;
  /** Where its header begins in the frames' octets. */
  start: number;
  /** Its part of the header block, in the frames' octets: from, and how many. */
  fragment: [from: number, octets: number];
};

/** A policy on offer. */
export type PolicyTitle = { id: string; title: string; about: string };
export type Policies = { indexing: PolicyTitle[]; huffman: PolicyTitle[] };
