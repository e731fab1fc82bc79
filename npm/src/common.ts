import type { Fault } from "../../web/src/engine/generated.ts";

/** A decoded field. */
export type Field = {
  /** A character for each byte, as `value`. */
  name: string;
  value: string;
  /** Whether an intermediary must not index it either (RFC 7541 §6.2.3). */
  neverIndexed: boolean;
};

export type MaxTableSize = {
  /** The decoder's SETTINGS_HEADER_TABLE_SIZE, bytes; 4,096 by default. */
  maxTableSize?: number | undefined;
};

/** The maximum at the start of a connection, bytes (RFC 9113 §6.5.2). */
export const DEFAULT_TABLE_SIZE = 4096;

/** Checks a size in bytes. */
export function tableSize(bytes: number): number {
  if (Number.isInteger(bytes) && bytes >= 0 && bytes <= 0xffff_ffff) return bytes;
  throw new RangeError(`${bytes} is no table size`);
}

/** What a header block violates, and where. */
export class HpackError extends Error {
  static {
    // Before an error is made: its stack begins with the name.
    HpackError.prototype.name = "HpackError";
  }

  /** Stable name of the rule, as “index-out-of-range”. */
  readonly code: string;
  /** Offset of the byte in the block. */
  readonly byte: number;
  /** Bit of that byte, 0 to 7 from the most significant. */
  readonly bit: number;
  /** Offset of the representation that has it. */
  readonly fieldOffset: number;
  /** Violated section, as “RFC 7541 §2.3.3”. */
  readonly section: string;
  /** Reaction of a conforming peer, and the usual cause. */
  readonly advice: string;
  /** The fields before it. */
  readonly fields: Field[];

  constructor(fault: Fault, fields: Field[]) {
    super(fault.message);
    this.code = fault.code;
    this.byte = fault.at;
    this.bit = fault.bit;
    this.fieldOffset = fault.fieldOffset;
    this.section = fault.section;
    this.advice = fault.advice;
    this.fields = fields;
  }
}
