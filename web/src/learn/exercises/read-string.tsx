/** “Decode this string”: a Huffman-coded text of a few letters. */
import { bytesOfBits } from "../widgets/code-tree/code";
import { type ExerciseKind, right, type TaskBase, TEXT_ANSWER, wrong } from "./exercise";
import { ByteLine, Codes } from "./given";
import { codesOf, LETTERS } from "./letters";
import { PLAIN_REQUEST } from "./message";
import { randomOf } from "./random";
import { beginning, spelled } from "./wire";

type Task = TaskBase & { bytes: number[]; text: string };

export const readString: ExerciseKind<Task, string> = {
  ...TEXT_ANSWER,
  rule: "The first bit is H: with 1, the string is Huffman-coded. The other seven bits are its length in bytes. Codes follow each other, then ones up to the end of the byte (RFC 7541 §5.2).",
  given: ({ bytes }) => (
    <>
      <ByteLine bytes={bytes} bits />
      <Codes />
    </>
  ),
  generate(variant) {
    const random = randomOf(variant);
    const text = Array.from({ length: random.between(3, 6) }, () => random.pick(Object.keys(LETTERS))).join("");
    const codes = codesOf(text);
    const coded = bytesOfBits(codes.join(""));
    const bytes = [0x80 | coded.length, ...coded];
    return {
      bytes,
      text,
      ask: "Which text is this string? These codes are all that you need.",
      hints: [
        `\`${spelled(bytes.slice(0, 1))}\`: Huffman-coded, and ${coded.length} bytes follow.`,
        `The first letter is ${codes[0]}, \`${text[0]}\`.`,
        `The codes are ${codes.join(" ")}.`,
      ],
      show: {
        text: spelled([...PLAIN_REQUEST, ...beginning("without", 19), ...bytes]),
        row: PLAIN_REQUEST.length,
      },
    };
  },
  model: ({ text }) => text,
  judge({ text }, answer) {
    const typed = answer.trim();
    if (typed === text) return right(`${codesOf(text).join(" ")}, and ones up to the end of the byte.`);
    const same = Array.from(typed).findIndex((letter, at) => letter !== text[at]);
    if (same < 0)
      return wrong(typed.length < text.length ? "More letters follow." : "The bits after the last letter are padding.");
    return wrong(
      `${same === 0 ? "The first letter differs" : `“${typed.slice(0, same)}” is right; the next letter differs`}.`,
    );
  },
};
