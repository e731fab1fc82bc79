/** Long texts, cut. */
import { asShown, lettersOf, type ShownText } from "../engine/shown-text";

/** The first `most` letters, and “…” if there are more. */
export function cut(text: ShownText, most: number): ShownText {
  const letters = Array.from(lettersOf(text));
  return letters.length <= most + 1 ? text : asShown(`${letters.slice(0, most).join("").trimEnd()}…`);
}
