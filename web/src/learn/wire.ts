/** Encodes the few bytes that tasks and widgets need (RFC 7541 §5 and §6); tests compare them with the decoder. */
import type { FieldKind, Kind } from "../engine/types";

export type HeaderField = { name: string; value: string };

/** The largest number that implementations take: 32 bits. */
export const MOST = 2 ** 32 - 1;

/** The bits that identify a representation, and the length of its integer's prefix. */
export const SHAPES: Record<Kind, { pattern: number; prefix: number; digits: string }> = {
  indexed: { pattern: 0x80, prefix: 7, digits: "1" },
  incremental: { pattern: 0x40, prefix: 6, digits: "01" },
  without: { pattern: 0x00, prefix: 4, digits: "0000" },
  never: { pattern: 0x10, prefix: 4, digits: "0001" },
  "size-update": { pattern: 0x20, prefix: 5, digits: "001" },
};

/** Bytes of `value` (0 to 2^32 − 1) with a prefix of 1 to 8 bits; the bits above the prefix come from `first`. */
export function integerBytes(value: number, prefix: number, first = 0): number[] {
  const full = 2 ** prefix - 1;
  if (value < full) return [first | value];
  const bytes = [first | full];
  let rest = value - full;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

/** A representation's beginning: its pattern with an index or a size. */
export function beginning(kind: Kind, number: number): number[] {
  const { pattern, prefix } = SHAPES[kind];
  return integerBytes(number, prefix, pattern);
}

export function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A string without Huffman coding (§5.2). */
export function rawString(text: string): number[] {
  const bytes = utf8Bytes(text);
  return [...integerBytes(bytes.length, 7), ...bytes];
}

/** A literal, its name by index or spelled out. */
export function literal(kind: Exclude<FieldKind, "indexed">, name: number | string, value: string): number[] {
  if (typeof name === "number") return [...beginning(kind, name), ...rawString(value)];
  return [...beginning(kind, 0), ...rawString(name), ...rawString(value)];
}

export function bitsOf(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
}

/** Binary digits as bytes; the last one is padded with ones. */
export function bytesOfBits(bits: string): Uint8Array {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  return Uint8Array.from(whole.match(/.{8}/g) ?? [], (digits) => Number.parseInt(digits, 2));
}

/** Bytes that the size of an entry has besides name and value (§4.1), and a field in SETTINGS_MAX_HEADER_LIST_SIZE. */
const OVERHEAD = 32;

export function sizeOf({ name, value }: HeaderField): number {
  return utf8Bytes(name).length + utf8Bytes(value).length + OVERHEAD;
}
