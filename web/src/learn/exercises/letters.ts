/** Huffman codes of the letters in tasks (RFC 7541 Appendix B); a test compares them with the core's. */
export const LETTERS: Record<string, string> = {
  a: "00011",
  c: "00100",
  e: "00101",
  i: "00110",
  o: "00111",
  s: "01000",
  t: "01001",
  n: "101010",
  p: "101011",
  r: "101100",
  w: "1111000",
};

/** The bits of a text of such letters, code by code. */
export function codesOf(text: string): string[] {
  return Array.from(text, (letter) => LETTERS[letter] ?? "");
}
