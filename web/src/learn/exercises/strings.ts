/** “Decode this string”: a Huffman-coded text of a few letters. */
import { hexOf } from "../../ui/figures";
import { beginning, bytesOfBits } from "../wire";
import { expects, type Task } from "./exercise";
import { PLAIN_REQUEST } from "./message";
import { randomOf } from "./random";

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

function blame(text: string, typed: string): string {
  const same = Array.from(typed).findIndex((letter, at) => letter !== text[at]);
  if (same === 0) return "The first letter differs.";
  if (same > 0) return `“${typed.slice(0, same)}” is right; the next letter differs.`;
  return typed.length < text.length ? "More letters follow." : "The bits after the last letter are padding.";
}

export function readString(variant: number): Task {
  const random = randomOf(variant);
  const text = Array.from({ length: random.between(3, 6) }, () => random.pick(Object.keys(LETTERS))).join("");
  const codes = codesOf(text);
  const coded = bytesOfBits(codes.join(""));
  const bytes = [0x80 | coded.length, ...coded];
  return {
    ask: "What text does this string encode? These codes are all that you need.",
    rule: "The first bit is H: with 1, the string is Huffman-coded. The other seven bits are its length in bytes. Its codes follow each other; ones fill the last byte (RFC 7541 §5.2).",
    given: { bytes, bits: true, codes: true },
    fields: [{ name: "text", is: "text", label: "Text" }],
    hints: [
      `\`${hexOf(bytes.slice(0, 1))}\`: Huffman-coded, and ${coded.length} bytes follow.`,
      `The first letter is ${codes[0]}, \`${text[0]}\`.`,
      `The codes are ${codes.join(" ")}.`,
    ],
    ...expects({ text }, `${codes.join(" ")}, and ones up to the end of the byte.`, (answer) =>
      blame(text, answer.text ?? ""),
    ),
    show: { text: hexOf([...PLAIN_REQUEST, ...beginning("without", 19), ...bytes]), row: PLAIN_REQUEST.length },
  };
}
