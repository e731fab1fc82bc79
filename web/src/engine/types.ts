/**
 * What the core tells the page. The Rust side of each shape stands in
 * `crate/inspect`; `tests/wasm` holds the two against each other.
 */

import type { ShownText } from "./shown-text";

/** RFC 7541 §6: the four ways to write a field, and the size update. */
export const KINDS = ["indexed", "incremental", "without", "never", "size-update"] as const;
export type Kind = (typeof KINDS)[number];

export type Sender = "client" | "server" | "unknown";
export type HuffmanEngine = { id: string; title: string; about: string };

/** How a session is to be opened. */
export type OpenOptions = {
  /** How pasted text splits into blocks. */
  blocks: "auto" | "blank" | "lines";
  /** Who sent the blocks where the text does not say: one side, or the side that their pseudo-header fields tell. */
  sides: "one" | "fields";
  /** A format's id, when the person overrules recognition. */
  format: string | null;
  /** What the octets are, when the person overrules recognition. */
  content: "blocks" | "frames" | null;
  /** Whether the first block meets an empty table. */
  start: "fresh" | "unknown";
  /** SETTINGS_HEADER_TABLE_SIZE in force at the start, octets. */
  maxTableSize: number;
  /** Entries that were in the table, newest first (index 62 first). */
  prior: [name: string, value: string][];
  /** The Huffman engine's id. */
  engine: string;
};

/** Something worth knowing of the input, with its place, and what of a capture it is about. */
export type Problem = {
  where: string;
  message: string;
  section: string | null;
  connection: number | null;
  /** Number of the frame in its connection. */
  frame: number | null;
  /** Index into the skipped parts of `Opened` of the one that it is about. */
  skipped: number | null;
};

/** What is looked at: pasted header blocks, or one connection of a capture. */
export type SessionTotals = {
  /** Number of the connection. */
  connection: number;
  /** Frames of it; 0 where there are only blocks. */
  frames: number;
  /** Octets of all blocks. */
  octets: number;
  /** Octets of all fields when written out plainly: name + value. */
  plainOctets: number;
  /** Rows whose name or value is not known: plainOctets is then the least. */
  unknownRows: number;
  blocks: number;
  /** Rows: fields and size updates of all blocks, in wire order. */
  rows: number;
  /** Blocks with a fault. */
  faults: number;
  /** Number of the first block with a fault. */
  firstFault: number | null;
  /** Whether “start: unknown” would help: a fresh start met an index beyond the table. */
  offerUnknownStart: boolean;
  /** The directions present, in this order in `BlockRecord.direction`. */
  directions: { sender: Sender; blocks: number }[];
  /** The change with which it is decoded; blocks of which nothing is left, each with the one that it became part of. */
  applied: { what: string; gone: { block: number; with: number }[] } | null;
};

export type Opened =
  | (SessionTotals & {
      status: "ok";
      format: { id: string; title: string; detail: string };
      /** Other formats under which the same input can be read. */
      otherFormats: { id: string; title: string }[];
      /** The other way to split it into blocks that also stands. */
      otherBlocks: "blank" | "lines" | null;
      /** What else the octets may be. */
      otherContent: "blocks" | "frames" | null;
      /** Octets of the input. */
      bytes: number;
      /** How many problems there are. */
      problems: number;
      /** How many connections a capture has; null for header blocks alone. */
      connections: number | null;
      initialTableSize: number | null;
      /** The first parts of the text that were passed over, in its order: UTF-16 offsets, end exclusive. */
      skipped: { start: number; end: number; reason: string }[];
      /** Why nothing decides between two notations, and the one in which the text was not read. */
      ambiguous: { message: string; other: { id: string; title: string } } | null;
      /** Whether requests and responses stand in one list without senders. */
      twoDirections: boolean;
      /** The text that places refer to, where a file held it in another encoding than UTF-8. */
      text: string | null;
      /** Octets read, where a person stopped the reading: what came until then is here. */
      stoppedAt?: number;
    })
  | {
      status: "refused";
      kind: string;
      message: string;
      /** From 1, in code points; 0 when the whole input is meant. */
      line: number;
      column: number;
      /** UTF-16 offset into the text of the culprit, to select it. */
      offset: number | null;
    };

/** How far reading has come, octets, and the header blocks found so far. */
export type Progress = { read: number; total: number; blocks: number };

export type Protocol = "h2" | "http/1.1" | "tls" | "quic" | "unknown";

/** A connection of a capture, in its list. */
export type Connection = {
  number: number;
  /** “client → server”. */
  name: string;
  protocol: Protocol;
  start: "prior-knowledge" | "upgrade" | "tls" | "middle" | "paste";
  tls: {
    version: string | null;
    cipher: string | null;
    serverName: string | null;
    alpn: string | null;
    /** Hex; by it a key log names the connection. */
    clientRandom: string | null;
    resumed: boolean;
    /** What is missing for decryption and what to do, as sentences. */
    missing: string | null;
  } | null;
  blocks: number;
  frames: number;
  faults: number;
  errors: number;
  losses: number;
  /** Number of its first packet; 0 where there are none. */
  packet: number;
};

/** Which frames the timeline shows. */
export type FrameFilter = {
  stream: number | null;
  /** A frame type's number. */
  kind: number | null;
  /** Only frames that begin a header block. */
  blocks: boolean;
  sender: Sender | null;
  /** Only frames that begin a header block with this text in a name or value. */
  text: string;
};

/** A window of frames: FRAME_STRIDE numbers a frame, and its type, flags and what it says. */
export type FrameWindow = { from: number; to: number; records: Int32Array; texts: [string, string, string][] };
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
export const SENDERS = ["client", "server", "unknown"] as const;

/** What one side of a connection sent, in numbers. Octets are those of header blocks, without frames. */
export type Summary = {
  sender: Sender;
  blocks: number;
  faults: number;
  fields: number;
  wireOctets: number;
  plainOctets: number;
  unknownFields: number;
  /** Fields that are one index into the static or the dynamic table. */
  staticHits: number;
  dynamicHits: number;
  /** Literals whose name is an index; literals all through. */
  nameHits: number;
  literals: number;
  /** Entries, and their size by §4.1. */
  inserted: number;
  insertedOctets: number;
  evicted: number;
  /** Inserted and evicted without one use. */
  unused: number;
  unusedOctets: number;
  largest: { block: number; octets: number }[];
  never: number;
  neverNames: { name: string; count: number; row: number }[];
};

/** SETTINGS, maximums that came into use, and what was ended. */
export type Control = {
  what: "announced" | "acknowledged" | "maximum" | "reset" | "goaway";
  frame: number;
  sender: Sender;
  stream: number;
  /** Nanoseconds since the capture's first packet; null where not known. */
  since: number | null;
  /** null where they were not seen. */
  settings: [name: string, value: number][] | null;
  maximum: number | null;
  row: number | null;
  text: string | null;
  /** The block that provoked it. */
  provokedBy: number | null;
};

/** Where a text was found; `before` of the `total` rows with it stand before this one. */
export type Found = { row: number | null; total: number; before: number };

/**
 * A window of rows: `records` holds ROW_STRIDE numbers a row, `text` the
 * names and values of the window, cut to at most TEXT_CUT characters each.
 */
export type RowWindow = { from: number; to: number; records: Int32Array; text: string };
export const ROW_STRIDE = 16;
export const TEXT_CUT = 512;
/** Offsets into a row's record. */
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
/** Bits of a row's flags. */
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

/** A window of blocks: BLOCK_STRIDE numbers a block. */
export type BlockWindow = {
  from: number;
  to: number;
  records: Int32Array;
  /** Labels the text gave (“stream 1”), one a block, "" where none. */
  labels: string[];
};
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

/** A block's octets and where they stand in the text. */
export type BlockOctets = {
  octets: Uint8Array;
  /** UTF-16 range in the text of each octet: start, end, start, end, … */
  places: Uint32Array;
};

export type Fault = {
  code: string;
  fieldOffset: number;
  at: number;
  bit: number;
  section: string;
  message: string;
  /** What a conforming peer does about it. */
  advice: string;
};

export type Warning = { code: string; item: number; section: string; message: string };

/** What the page shows of one block as a whole. */
export type BlockDetail = {
  block: number;
  fault: Fault | null;
  /** Values of SETTINGS_HEADER_TABLE_SIZE acknowledged before this block. */
  limitChanges: number[];
  /** Table before the block and after it (at the fault). */
  before: TableFill;
  after: TableFill;
};
export type TableFill = { size: number; maxSize: number; limit: number; count: number };

/** One field or size update, explained from its octets. */
export type Explanation = {
  /** Row number; null for the representation at the fault. */
  row: number | null;
  block: number;
  start: number;
  end: number;
  kind: Kind;
  /** “Literal field with incremental indexing, indexed name”. */
  title: string;
  /** Of the representation, as “RFC 7541 §6.2.1”. */
  section: string;
  parts: Part[];
  insertion: Insertion | null;
  /** Set for the representation in which the block's fault lies. */
  fault: Fault | null;
  /** Sentences that say what happens, each with its rule. */
  rules: { section: string; text: string }[];
};
export type Part = IntegerPart | StringPart | ReferencePart;
export type IntegerPart = {
  part: "integer";
  role: "index" | "name-index" | "name-length" | "value-length" | "size";
  /** Octets in the block, end exclusive. */
  start: number;
  end: number;
  /** 1 to 8. */
  prefixBits: number;
  /** The first octet, most significant bit first: eight of them. */
  bits: { bit: 0 | 1; as: "pattern" | "flag" | "prefix" }[];
  /** What the prefix alone holds. */
  prefixValue: number;
  prefixFull: boolean;
  continuation: {
    octet: number;
    value: number;
    more: boolean;
    /** The seven bits, and what they add: bits × 2^shift. */
    payload: number;
    shift: number;
    contribution: number;
    /** The value so far. */
    running: number;
  }[];
  value: number;
  /** Octets that could have been left out (§5.1). */
  superfluous: number;
  /** Of a length: the H bit. */
  huffman: boolean | null;
};
export type StringPart = {
  part: "string";
  role: "name" | "value";
  /** The data, without the length. */
  start: number;
  end: number;
  huffman: boolean;
  /** The text, cut to 4096 characters, and its octets (before cutting). */
  text: ShownText;
  octets: number;
  utf8: boolean;
  /** Characters in window [charactersFrom, charactersFrom + characters.length). */
  charactersFrom: number;
  charactersTotal: number;
  characters: {
    /** The octet that the code stands for. */
    symbol: number;
    /** How it is shown: the character, or “\x0a”. */
    shown: string;
    /** The Huffman code in binary digits; eight digits for a raw octet. */
    code: string;
    /** Bits from the start of the string's data, end exclusive. */
    from: number;
    to: number;
  }[];
  padding: { from: number; to: number; digits: string } | null;
};
export type ReferencePart = {
  part: "reference";
  index: number;
  table: "static" | "dynamic";
  uses: "name" | "name and value";
  /** null where not known. */
  name: ShownText | null;
  value: ShownText | null;
  /** Whether the name, or the value, is only a guess that a person pinned. */
  guessed: boolean;
  /** Dynamic: who inserted it. null for a static or an unknown entry. */
  from: { block: number; octet: number; row: number } | null;
  /** Dynamic: its place in the log (negative: from before the first octet), and how many entries are newer. */
  position: number | null;
  age: number | null;
};
export type Insertion = {
  nameOctets: number | null;
  valueOctets: number | null;
  /** name + value + 32 (§4.1). */
  size: number;
  /** false: larger than the table, which is emptied (§4.4). */
  stored: boolean;
  evicted: TableEntry[];
  evictedTotal: number;
  before: TableFill;
  after: TableFill;
};
export type TableEntry = {
  /** 62 and up; null for an entry that is gone. */
  index: number | null;
  position: number;
  name: ShownText | null;
  value: ShownText | null;
  /** null where not known. */
  size: number | null;
  /** Block, octet and row that inserted it; null for entries from before. */
  from: { block: number; octet: number; row: number } | null;
};

/** The frames that carried a header block. */
export type Framing = {
  stream: number;
  promised: number | null;
  endStream: boolean;
  /** 0 where there are none. */
  packet: number;
  frames: FramingFrame[];
};
export type FramingFrame = {
  /** Among the connection's, from 0. */
  frame: number;
  kind: string;
  section: string;
  /** The octets of the block that it carries, end exclusive. */
  start: number;
  end: number;
  /** What stands before them, in wire order. */
  parts: { name: string; octets: number[]; text: string }[];
  /** Octets of padding behind them. */
  padding: number;
  /** The first octet of the padding that is not zero, counted in it. */
  paddingFault: number | null;
  paddingText: string;
};

/** Where a name or value was spelled. */
export type Origin =
  | { at: "static"; index: number }
  | { at: "literal"; block: number; octet: number; row: number }
  /** In an entry that was given at the start. */
  | { at: "given" }
  | { at: "unknown"; position: number }
  | { at: "impossible" };
export type Provenance = { name: Origin; value: Origin };

/** A guess at an unknown entry, and what the blocks say of it. */
export type PinView = {
  direction: number;
  position: number;
  name: string;
  /** null where only the name is guessed. */
  value: string | null;
  /** Rows that refer to it. */
  uses: number;
  /** Blocks that refer to it and are in order with it. */
  fitting: number;
  agree: Reason[];
  agreeTotal: number;
  contradict: Reason[];
  contradictTotal: number;
};
/** `strict`: no encoder that follows the RFC could do otherwise; else most would not. */
export type Reason = { block: number; row: number; strict: boolean; message: string };

/** What may be the cause that a block fails or makes no sense. */
export type Diagnosis = {
  /** The block in which it shows. */
  block: number;
  cause: string;
  /** What to apply: only the core looks into it. */
  change: unknown;
  what: string;
  why: string;
  /** Blocks of the direction that follow and were looked at; how many of them are well-formed. */
  following: number;
  wellFormedBefore: number;
  wellFormedAfter: number;
};

/** A block as it would be with a change. */
export type Preview = {
  fields: { name: ShownText | null; value: ShownText | null; new: boolean }[];
  /** Fields beyond those. */
  more: number;
  fault: string | null;
};

/** The dynamic table after a row's step (or at the start of the session). */
export type TableView = {
  fill: TableFill;
  /** Whether the size and count of `fill` are only the least that there can be. */
  atLeast: boolean;
  /** Entries from before the first octet that may still be there. */
  unknown: number;
  /** The smallest limit acknowledged but not yet followed by an update. */
  pending: number | null;
  /** Window [from, from + entries.length) of `count`, newest first. */
  from: number;
  entries: TableEntry[];
  /** What this step did. */
  inserted: number | null;
  evicted: TableEntry[];
  evictedTotal: number;
};

/** RFC 7541 C.1: any octets and a prefix. */
/** What one Huffman engine does with a string; `steps` are the look-ups that begin within its first 640 bits. */
export type EngineReading = {
  engine: string;
  title: string;
  lookUps: number;
  /** Bits that all of them used, symbols that they found. */
  bits: number;
  symbols: number;
  /** Look-ups of the slower way for long codes, and the bit at which the first of them begins. */
  fallbacks: number;
  firstFallback: number | null;
  steps: ReadingStep[];
};
/** `number` is how many look-ups the engine does before this one: long strings are decoded in parts side by side. */
export type ReadingStep = {
  bit: number;
  bits: number;
  symbols: number;
  number: number;
  how: "table" | "fallback" | "tail";
};

export type IntegerExplanation =
  | { status: "ok"; integer: IntegerPart }
  | { status: "error"; code: string; message: string; section: string; at: number; integer: IntegerPart };

/** One measured figure, nanoseconds. */
export type Measured = { median: number; low: number; high: number };
export type StepTiming = {
  row: number;
  /** null until its first round. */
  step: Measured | null;
  integer: Measured | null;
  string: Measured | null;
  table: Measured | null;
};
export type TimingResult = {
  block: number;
  engine: string;
  /** Smallest difference the clock showed, nanoseconds. */
  clockNs: number;
  rounds: number;
  roundsWanted: number;
  steps: StepTiming[];
  /** null for a block with a fault before its first field. */
  whole: Measured | null;
  octets: number;
  done: boolean;
};
