/**
 * The ranges of a representation's integers (prefix, index, length) and string
 * data, for the tints of the byte grid. Parses only the lengths of RFC 7541
 * §5.1 and §5.2; the meaning of a field comes from the core.
 */
import type { Kind } from "./types";
import { hasFlag, type Row } from "./windows";

/** A representation: its bytes in a block, end exclusive, and its strings. */
export type Shape = { start: number; end: number; kind: Kind; nameLiteral: boolean; valueLiteral: boolean };

/** Prefix bits of the first integer of each representation (RFC 7541 §6). */
export const PREFIX_BITS: Record<Kind, number> = { indexed: 7, incremental: 6, without: 4, never: 4, "size-update": 5 };

/** Byte ranges of a row's string data in the block, end exclusive. */
export function stringRanges(bytes: Uint8Array, row: Row): [from: number, to: number][] {
  return stringsOf(bytes, {
    ...row,
    nameLiteral: hasFlag(row, "nameLiteral"),
    valueLiteral: hasFlag(row, "valueLiteral"),
  });
}

/** Byte ranges of the string data of any representation. */
export function stringsOf(bytes: Uint8Array, shape: Shape): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  let at = shape.start;

  function integer(prefixBits: number): number {
    const full = 2 ** prefixBits - 1;
    let value = (bytes[at] ?? 0) & full;
    at += 1;
    if (value < full) return value;
    for (let weight = 1; at < shape.end; weight *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * weight;
      if (byte < 128) break;
    }
    return value;
  }

  function string(): void {
    const length = integer(7);
    const to = Math.min(at + length, shape.end);
    if (to > at) ranges.push([at, to]);
    at = to;
  }

  integer(PREFIX_BITS[shape.kind]);
  if (shape.nameLiteral) string();
  if (shape.valueLiteral) string();
  return ranges;
}
