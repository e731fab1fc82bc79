/** What-if: what the core is asked, and what it tells. The Rust side stands in `crate/inspect/src/what_if`. */

export type WhatIfOffer = { id: string; title: string; about: string };

/** All that can be tried; `sizes` are those of a curve, octets. */
export type WhatIfMenu = { choices: WhatIfOffer[]; huffman: WhatIfOffer[]; sizes: number[] };

export type WhatIfQuestion = {
  /** Number of the direction. */
  direction: number;
  /** Who chooses: an id of the menu. */
  choices: string;
  /** Which literals are coded; null: as was sent, or as belongs to the policy. */
  huffman: string | null;
  /** The table's maximum, octets; null: as was sent, with its changes. */
  maximum: number | null;
  /** The ways to choose whose curves are asked for, in order. */
  curves: string[];
};

/** A direction in numbers: as it was sent, or as it would be. Octets are those of header blocks. */
export type WhatIfTotals = {
  octets: number;
  /** Octets of size updates among them. */
  sizeUpdates: number;
  fields: number;
  staticHits: number;
  dynamicHits: number;
  nameHits: number;
  literals: number;
  inserted: number;
  insertedOctets: number;
  evicted: number;
  evictedOctets: number;
  /** Entries evicted without one use. */
  unused: number;
  unusedOctets: number;
  /** Octets that entries saved, what inserting cost taken off. */
  saved: number;
};

/** One way to choose: octets at each size of the menu; null where not yet known. */
export type WhatIfCurve = { choices: string; huffman: string | null; octets: (number | null)[] };

export type WhatIfAnswer = {
  direction: number;
  blocks: number;
  plainOctets: number;
  leftOut: { unknown: number; faults: number; tooLarge: number; losses: number; octets: number };
  sent: WhatIfTotals;
  /** The least and the greatest maximum of the table that was in use, octets. */
  maximums: [number, number];
  /** null until known. */
  tried: WhatIfTotals | null;
  /** How much is done, 0 to 1. */
  triedPart: number;
  curvesPart: number;
  curves: WhatIfCurve[];
  done: boolean;
};

/** Numbers a block has in the answer to `whatIfBlocks`. */
export const WHAT_IF_STRIDE = 4;
/** Offsets: its number in the session; octets as sent, as tried, written out. */
export const WHAT_IF_BLOCK = { number: 0, sent: 1, tried: 2, plain: 3 } as const;

export const ENTRY_ORDERS = ["saved", "uses", "size", "inserted"] as const;
export type EntryOrder = (typeof ENTRY_ORDERS)[number];
export type EntryQuestion = { sent: boolean; order: EntryOrder; descending: boolean; from: number; to: number };
export type EntryWindow = { total: number; entries: TriedEntry[] };
export type TriedEntry = {
  name: string;
  value: string;
  /** Octets by §4.1. */
  size: number;
  /** The block that inserted it, and the row that its field has in the session. */
  inserted: number;
  row: number;
  evicted: number | null;
  uses: number;
  nameUses: number;
  /** Octets, net. */
  saved: number;
};

/** A block as it would be, to be opened by itself. */
export type TriedBlock = { hex: string; maximum: number; prior: [name: string, value: string][] };
