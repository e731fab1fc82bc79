/**
 * A text as it is shown: its beginning, where it is long, with U+FFFD for what
 * is no text. It is not what was sent: it can be drawn, and put into a
 * sentence, but not given where a string is wanted, to be copied, encoded,
 * searched for or kept. For that the core has `wholeFields`, `wholeTable` and
 * `wholeString`.
 */
declare const shown: unique symbol;

/** A string at run time, of which the type tells only that it can be drawn. */
export type ShownText = Iterable<string> & { readonly [shown]: true; readonly length: number };

/** Marks a text as one for show alone. */
export function asShown(text: string): ShownText {
  return text as unknown as ShownText;
}

/** The letters, for a title, a label, or to be cut further: still only for show. */
export function lettersOf(text: ShownText): string {
  return text as unknown as string;
}
