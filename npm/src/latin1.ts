/**
 * Names and values are bytes (RFC 9110 §5.5). As in Node's http2 and in fetch, a string has a character for each byte,
 * with the byte's number: nothing is lost, and ASCII is what it seems.
 */

import { characters } from "../../web/src/engine/javascript/block-strings.ts";
import { kindOf } from "./common.ts";

const UTF8 = new TextEncoder();

/** The string of a text in UTF-8, or of hex digits instead. */
export function latin1Of(text: string, hex?: string): string {
  const bytes = hex?.match(/../g)?.map((digits) => Number.parseInt(digits, 16));
  return characters(bytes === undefined ? UTF8.encode(text) : Uint8Array.from(bytes));
}

/** The bytes of a name or value. */
export function bytesOf(text: string): Uint8Array {
  if (typeof text !== "string") throw new TypeError(`a name or value is a string, not ${kindOf(text)}`);
  const bytes = new Uint8Array(text.length);
  writeBytes(text, bytes);
  return bytes;
}

/** Writes the bytes of names and values; `into` has as many as they have characters. */
export function writeBytes(text: string, into: Uint8Array): void {
  const { length } = text;
  const { read, written } = UTF8.encodeInto(text, into);
  // Only ASCII has in UTF-8 a byte for each character.
  if (read === length && written === length) return;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0xff) throw new RangeError(`U+${code.toString(16).toUpperCase()} is not a byte`);
    into[at] = code;
  }
}

/** A name or value read as UTF-8; null if it is not UTF-8. */
export function textOf(text: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytesOf(text));
  } catch (error) {
    if (typeof text !== "string") throw error;
    return null;
  }
}
