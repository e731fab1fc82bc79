/** Long texts, cut. */
import { asShown, lettersOf, type ShownText } from "../engine/shown-text";
import { counted } from "../ui/figures";

const UTF8 = new TextEncoder();

function bytesOf(letters: string): number {
  return UTF8.encode(letters).length;
}

/** A text of this many bytes may have been cut by the core. */
const WHOLE = 1000;

/** A rest that is no longer than the words about it is shown. */
const REST = 14;

/** About the first `most` letters, and the number of bytes left out of `bytes`, if they can be counted: “abc… 12 more bytes”. */
export function cut(text: ShownText, most: number, bytes: number | null = null): string {
  const letters = Array.from(lettersOf(text));
  const all = bytesOf(lettersOf(text));
  // “�” stands for any bytes.
  const isCounted = !letters.includes("\ufffd") && (bytes !== null || all < WHOLE);
  const total = isCounted ? (bytes ?? all) : all;
  if (letters.length <= most + REST && total <= all) return lettersOf(text);
  const shown = letters.slice(0, most).join("").trimEnd();
  return isCounted ? `${shown}… ${counted(total - bytesOf(shown), "more byte")}` : `${shown}…`;
}

/** The first `most` letters, and “…” if there are more. */
export function begun(text: ShownText, most: number): ShownText {
  const letters = Array.from(lettersOf(text));
  return letters.length <= most + 1 ? text : asShown(`${letters.slice(0, most).join("").trimEnd()}…`);
}
