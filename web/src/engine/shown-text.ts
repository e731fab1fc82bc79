/**
 * A text for display: truncated if long, with “…” at its end, and with U+FFFD for bytes that are not
 * text. It is not what was sent: it can be drawn, and put into a sentence, but
 * not used as a string, to be copied, encoded, searched for or kept. For that
 * the core has `wholeFields`, `wholeTable` and `wholeString`.
 */
declare const shown: unique symbol;

/** A string at run time; the type only allows it to be drawn. */
export type ShownText = Iterable<string> & { readonly [shown]: true; readonly length: number };

/** Marks a text as only for display. */
export function asShown(text: string): ShownText {
  return text as unknown as ShownText;
}

/** The letters, for a title or a label: still only for display. */
export function lettersOf(text: ShownText): string {
  return text as unknown as string;
}

/** The first `most` letters, and “…” if there are more. */
export function cut(text: ShownText, most: number): ShownText {
  const letters = Array.from(lettersOf(text));
  return letters.length <= most + 1 ? text : asShown(`${letters.slice(0, most).join("").trimEnd()}…`);
}
