/**
 * Characters that show nothing of their own and can change how what stands around them is shown: controls, line and
 * paragraph separators, marks that turn the direction of text, characters without width, tags.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text from outside with each of them spelled as an escape, as the core does it with names and values. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
