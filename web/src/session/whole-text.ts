/** A name or value for the clipboard: as text, or in hex if it is not text. */
import type { FieldText } from "../engine/types";
import { hexOf } from "../ui/figures";

export function copyOf(text: string, hex: string | undefined): string {
  return hex ?? text;
}

export function copyOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return hexOf(bytes, "");
  }
}

/** `name: value`. */
export function copyOfField({ name, nameHex, value, valueHex }: FieldText): string {
  return `${copyOf(name, nameHex)}: ${copyOf(value, valueHex)}`;
}
