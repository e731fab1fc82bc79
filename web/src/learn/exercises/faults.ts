/** Blocks that break one rule each (RFC 7541 §4 to §6), made from a random source. */
import { bytesOfBits } from "../widgets/code-tree/code";
import { codesOf } from "./letters";
import { MESSAGES, messageStart, ordinaryField } from "./message";
import type { Random } from "./random";
import { beginning, literal, rawString, spelled } from "./wire";

export const FAULT_CODES = [
  "index-zero",
  "index-out-of-range",
  "truncated-integer",
  "truncated-string",
  "integer-overflow",
  "huffman-eos",
  "huffman-padding-too-long",
  "huffman-padding-not-ones",
  "size-update-too-large",
  "size-update-not-first",
  "missing-size-update",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** Each block of an exercise breaks exactly one of these rules. */
export const RULES: Record<FaultCode, string> = {
  "index-zero": "An indexed field must not have index 0.",
  "index-out-of-range": "An index must not lie beyond the end of the dynamic table.",
  "truncated-integer": "An integer must end within the block.",
  "truncated-string": "A string must end within the block.",
  "integer-overflow":
    "An integer must be below 2^32, with at most five bytes after its prefix (the limits of this decoder).",
  "huffman-eos": "A Huffman-coded string must not contain EOS, a code of 30 ones.",
  "huffman-padding-too-long": "Padding must be at most 7 bits long: 8 to 29 ones are too many.",
  "huffman-padding-not-ones": "Padding must consist of ones.",
  "size-update-too-large": "A size update must not exceed the receiver's limit.",
  "size-update-not-first": "A size update must not come after a field.",
  "missing-size-update":
    "The first block after the limit was lowered below the table's maximum must begin with a size update.",
};

/** Words whose Huffman codes leave 2, 3, 0 and 5 bits of a byte unused. */
const CODED_WORDS = ["pine", "www", "tar", "no"].map((word) => {
  const codes = codesOf(word);
  const bits = codes.join("");
  return { bits, spare: -bits.length & 7, hint: `\`${word}\` is ${codes.join(" ")} in the Huffman code.` };
});

/** Length of the shortest Huffman code, bits: padding of that length that is not all ones may be a character. */
const SHORTEST_CODE = 5;

const NAMES = ["x-crate", "x-quay", "x-row"];
const VALUES = ["pine", "tar", "rope", "nine"];

/** A literal whose value is Huffman-coded and has these bits, padded; and the positions of the `faulty` bits' bytes. */
function coded(random: Random, bits: string, faulty: { from: number; to: number }): [number[], places: number[]] {
  const start = [...beginning("without", 0), ...rawString(random.pick(NAMES))];
  const data = bytesOfBits(bits);
  const first = Math.floor(faulty.from / 8);
  const places = Array.from({ length: Math.ceil(faulty.to / 8) - first }, (_, at) => start.length + 1 + first + at);
  return [[...start, 0x80 | data.length, ...data], places];
}

export type Fault = {
  /** Blocks as text; the last has an error. */
  text: string;
  /** Bytes of the last block. */
  bytes: number[];
  hint: string;
  /** Right answers: positions in the last block, or its length for its end. They include the decoder's answer. */
  places: number[];
};

/** Blocks of a message, of which only the last breaks a rule, and only this one. */
export function makeFault(code: FaultCode, random: Random): Fault {
  const message = random.pick(MESSAGES);
  const before = messageStart(message, random);
  const more = random.below(2) === 0 ? ordinaryField(message, random) : [];
  const at = before.length;
  /** Appends `faulty` to valid fields; `places` are the right answers, as positions in `faulty`. */
  function append(faulty: readonly number[], places: readonly number[], hint: string, after: readonly number[] = more) {
    const bytes = [...before, ...faulty, ...after];
    return { text: spelled(bytes), bytes, hint, places: places.map((place) => at + place) };
  }
  switch (code) {
    case "index-zero":
      return append([0x80], [0], "Which indexes do the bytes that begin with a 1 hold?");
    case "index-out-of-range":
      return append(
        beginning("indexed", random.between(62, 120)),
        [0],
        "The static table ends at 61. What has this block put into the dynamic table?",
      );
    case "truncated-integer":
      // The whole integer, and the end, where its next byte is missing. Without that byte its index is valid.
      return append(
        [0x0f, 0x80 | random.below(47)],
        [0, 1, 2],
        "The first bit of a continuation byte says whether another follows.",
        [],
      );
    case "truncated-string": {
      const value = random.pick(VALUES);
      const bytes = literal("without", random.pick(NAMES), value);
      const length = bytes.length - value.length - 1;
      bytes[length] = value.length + random.between(1, 60);
      // From the length, which exceeds the remaining bytes, to the end.
      return append(
        bytes,
        Array.from({ length: value.length + 2 }, (_, at) => length + at),
        "Add up each string: does its length reach beyond the last byte?",
        [],
      );
    }
    case "integer-overflow": {
      // Too long, because of bytes that add nothing: the index itself is valid, so no other rule is broken.
      const bytes = [0x0f, 0x80 | random.below(47), 0x80, 0x80, 0x80, 0x80, 0x00];
      const field = [...bytes, ...rawString(random.pick(VALUES))];
      return append(field, [...bytes.keys()], "How many bytes does the longest integer go on for?");
    }
    case "huffman-eos": {
      const word = random.pick(CODED_WORDS);
      // Followed by another word: at the end, the ones could be taken for padding.
      const eos = { from: word.bits.length, to: word.bits.length + 30 };
      const [bytes, places] = coded(random, `${word.bits}${"1".repeat(30)}${word.bits}`, eos);
      return append(bytes, places, `${word.hint} Where do thirty ones follow a whole code?`);
    }
    case "huffman-padding-too-long": {
      const { bits, spare, hint } = random.pick(CODED_WORDS);
      const padding = { from: bits.length, to: bits.length + spare + 8 };
      const [bytes, places] = coded(random, bits.padEnd(padding.to, "1"), padding);
      return append(bytes, places, `${hint} How many bits of the coded string belong to no code?`);
    }
    case "huffman-padding-not-ones": {
      const words = CODED_WORDS.filter(({ spare }) => spare > 0 && spare < SHORTEST_CODE);
      const { bits, spare, hint } = random.pick(words);
      const padding = random.below(2 ** spare - 1).toString(2);
      const [bytes, places] = coded(random, bits + padding.padStart(spare, "0"), {
        from: bits.length,
        to: bits.length + spare,
      });
      return append(bytes, places, `${hint} The last ${spare} bits of the coded string belong to no code.`);
    }
    case "size-update-too-large": {
      const update = beginning("size-update", random.between(4097, 20_000));
      const bytes = [...update, ...before];
      return {
        text: spelled(bytes),
        bytes,
        hint: "The limit is 4096 bytes until the receiver announces another.",
        places: [...update.keys()],
      };
    }
    case "size-update-not-first": {
      const update = beginning("size-update", random.pick([0, 100, 4096]));
      return append(update, [...update.keys()], "Where in a block may a size update appear?");
    }
    case "missing-size-update": {
      const limit = random.pick([0, 256, 512, 1024]);
      return {
        text: `${spelled(messageStart(message, random))}\n\n# SETTINGS_HEADER_TABLE_SIZE ${limit}\n${spelled(before)}`,
        bytes: before,
        hint: "What must the first block do after the limit was lowered (RFC 7541 §4.2)?",
        places: [0],
      };
    }
  }
}
