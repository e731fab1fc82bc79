/**
 * Invisible characters that can change how the characters around them are
 * shown: controls, line and paragraph separators, directional marks, characters
 * without width, tags.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes such characters in a text, as the core does in names and values. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
