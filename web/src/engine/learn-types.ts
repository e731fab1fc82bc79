/** What the Learn view asks of the core apart from any session, and what it is told. */
import type { EngineReading, StringPart } from "./types";

/** A row of Appendix B; 256 is EOS. */
export type CodeRow = { symbol: number; shown: string; code: string };

/** A fault; its octet is counted from the start of what was read. */
export type Fault = { code: string; at: number; bit: number; section: string; message: string; advice: string };

export type HuffmanReading = { string: StringPart; fault: Fault | null; readings: EngineReading[] };

/** A decompression bomb: one entry, and references to it. All in octets but `references`. */
export type Bomb = {
  tableSize: number;
  valueOctets: number;
  references: number;
  /** SETTINGS_MAX_HEADER_LIST_SIZE; null for no limit. */
  listLimit: number | null;
};
export type Blast = {
  wireOctets: number;
  entrySize: number;
  fields: number;
  plainOctets: number;
  /** With 32 for each field, as SETTINGS_MAX_HEADER_LIST_SIZE counts. */
  listOctets: number;
  /** Where a receiver that counts knows that the limit is passed. */
  limited: { fields: number; wireOctets: number } | null;
  fault: Fault | null;
};

export const FLOOD_CONTENTS = ["fields", "references", "empty"] as const;
/** HEADERS and CONTINUATION frames without END_HEADERS. */
export type Flood = {
  frames: number;
  /** Of each frame's payload. */
  octets: number;
  content: (typeof FLOOD_CONTENTS)[number];
  listLimit: number;
};
/** What peers hold after each frame, octets. */
export type Flooded = {
  wireOctets: number;
  frames: number;
  blocks: number;
  /** Who joins fragments and waits. */
  collected: number[];
  /** Who decodes what has come and keeps all fields. */
  decoded: number[];
  /** Who decodes and closes the connection at its limit. */
  limited: number[];
  /** The frame, from 1, at which that is. */
  closedAt: number | null;
};

/** A request with a secret cookie, and guesses at it in requests that are like it otherwise. */
export type Guesses = { secret: string; guesses: string[]; never: boolean };
/** Octets of header blocks. */
export type Guessed = {
  /** The victim's request, the first on the connection; and sent again. */
  first: number;
  again: number;
  /** The attacker's request with each guess, as the next after the victim's. */
  guesses: number[];
};
