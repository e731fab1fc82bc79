/** Long texts, cut. */
import { lettersOf, type ShownText } from "../engine/shown-text";
import { counted } from "../ui/figures";

const UTF8 = new TextEncoder();

export function bytesOf(letters: string): number {
  return UTF8.encode(letters).length;
}

/** The first `most` letters, and the number of bytes left out of `bytes`, if they can be counted: “abc… 12 more bytes”. */
export function cut(text: ShownText, most: number, bytes: number | null = null): string {
  const all = lettersOf(text);
  const total = bytes ?? bytesOf(all);
  const isText = !all.includes("\ufffd");
  if (all.length <= most && (!isText || bytesOf(all) >= total)) return all;
  const letters = Array.from(all.slice(0, most)).join("").trimEnd();
  return isText ? `${letters}… ${counted(total - bytesOf(letters), "more byte")}` : `${letters}…`;
}
