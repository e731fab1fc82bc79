/** Encodes the few bytes that tasks need (RFC 7541 §5 and §6); tests compare them with the decoder. */
import type { Kind } from "../../engine/types";
import { hex } from "../../ui/figures";
import { integerBytes } from "../widgets/integer";

/** The bits that identify a representation, and the length of its integer's prefix. */
export const SHAPES: Record<Kind, { pattern: number; prefix: number; digits: string; section: string }> = {
  indexed: { pattern: 0x80, prefix: 7, digits: "1", section: "RFC 7541 §6.1" },
  incremental: { pattern: 0x40, prefix: 6, digits: "01", section: "RFC 7541 §6.2.1" },
  without: { pattern: 0x00, prefix: 4, digits: "0000", section: "RFC 7541 §6.2.2" },
  never: { pattern: 0x10, prefix: 4, digits: "0001", section: "RFC 7541 §6.2.3" },
  "size-update": { pattern: 0x20, prefix: 5, digits: "001", section: "RFC 7541 §6.3" },
};

/** A string without Huffman coding (§5.2), for ASCII. */
export function rawString(text: string): number[] {
  return [...integerBytes(text.length, 7), ...Array.from(text, (letter) => letter.charCodeAt(0))];
}

/** A representation's beginning: its pattern with an index or a size. */
export function beginning(kind: Kind, number: number): number[] {
  const { pattern, prefix } = SHAPES[kind];
  return integerBytes(number, prefix, pattern);
}

/** A literal, its name by index or spelled out. */
export function literal(kind: "incremental" | "without" | "never", name: number | string, value: string): number[] {
  if (typeof name === "number") return [...beginning(kind, name), ...rawString(value)];
  return [...beginning(kind, 0), ...rawString(name), ...rawString(value)];
}

export function spelled(bytes: readonly number[]): string {
  return bytes.map(hex).join(" ");
}

/** Bytes typed as hex; null for empty or other text. */
export { parseBytes } from "../../integers/integers-view";

export function binary(byte: number): string {
  return byte.toString(2).padStart(8, "0");
}

/** A field as marked text; an empty value is spelled out, because it would be invisible. */
export function fieldText({ name, value }: { name: string; value: string }): string {
  return value === "" ? `\`${name}\` with an empty value` : `\`${name}: ${value}\``;
}

/** “1 byte”, “3 bytes”. */
export function byteCount(number: number): string {
  return `${number} ${number === 1 ? "byte" : "bytes"}`;
}
