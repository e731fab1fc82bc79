/** “Find the error”: blocks that break one rule each (RFC 7541 §4 to §6); the place is asked, and the rule. */
import { hex, hexOf } from "../../ui/figures";
import { beginning, bytesOfBits, literal, rawString } from "../wire";
import { fieldText, right, type Task, wrong } from "./exercise";
import { messageStart, ordinaryField } from "./message";
import { type Random, randomOf } from "./random";
import { codesOf } from "./strings";

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

type BrokenBlock = {
  hint: string;
  bytes: readonly number[];
  /** Right answers as positions in `bytes`, or their length for the end; all of them by default. */
  places?: readonly number[];
  /** Where the bytes are: among valid fields unless it must be their beginning or end. */
  where?: "first" | "last";
  /** The limit that was announced after a valid block. */
  limit?: number;
};

/** A literal whose value is Huffman-coded and has these bits, padded; its broken bits are those from `from` to `to`. */
function coded(random: Random, hint: string, bits: string, from: number, to: number): BrokenBlock {
  const start = [...beginning("without", 0), ...rawString(random.pick(NAMES))];
  const data = bytesOfBits(bits);
  const first = Math.floor(from / 8);
  const places = Array.from({ length: Math.ceil(to / 8) - first }, (_, at) => start.length + 1 + first + at);
  return { hint, bytes: [...start, 0x80 | data.length, ...data], places };
}

type Rule = { rule: string; make: (random: Random) => BrokenBlock };

/** Each block of an exercise breaks exactly one of these rules. */
const RULES = {
  "index-zero": {
    rule: "An indexed field must not have index 0.",
    make: () => ({ hint: "Which indexes do the bytes that begin with a 1 hold?", bytes: [0x80] }),
  },
  "index-out-of-range": {
    rule: "An index must not lie beyond the end of the dynamic table.",
    make: (random) => ({
      hint: "The static table ends at 61. What has this block put into the dynamic table?",
      bytes: beginning("indexed", random.between(62, 120)),
      places: [0],
    }),
  },
  "truncated-integer": {
    rule: "An integer must end within the block.",
    make: (random) => ({
      hint: "The first bit of a continuation byte says whether another follows.",
      bytes: [0x0f, 0x80 | random.below(47)],
      // The whole integer, and the end, where its next byte is missing. Without that byte its index is valid.
      places: [0, 1, 2],
      where: "last",
    }),
  },
  "truncated-string": {
    rule: "A string must end within the block.",
    make(random) {
      const value = random.pick(VALUES);
      const bytes = literal("without", random.pick(NAMES), value);
      const length = bytes.length - value.length - 1;
      bytes[length] = value.length + random.between(1, 60);
      // From the length, which exceeds the remaining bytes, to the end.
      const places = Array.from({ length: value.length + 2 }, (_, at) => length + at);
      return { hint: "Add up each string: does its length reach beyond the last byte?", bytes, places, where: "last" };
    },
  },
  "integer-overflow": {
    rule: "An integer must be below 2^32, with at most five bytes after its prefix (the limits of this decoder).",
    make(random) {
      // Too long, because of bytes that add nothing: the index itself is valid, so no other rule is broken.
      const integer = [0x0f, 0x80 | random.below(47), 0x80, 0x80, 0x80, 0x80, 0x00];
      return {
        hint: "How many bytes does the longest integer go on for?",
        bytes: [...integer, ...rawString(random.pick(VALUES))],
        places: [...integer.keys()],
      };
    },
  },
  "huffman-eos": {
    rule: "A Huffman-coded string must not contain EOS, a code of 30 ones.",
    make(random) {
      const { bits, hint } = random.pick(CODED_WORDS);
      // Followed by another word: at the end, the ones could be taken for padding.
      const all = `${bits}${"1".repeat(30)}${bits}`;
      return coded(random, `${hint} Where do thirty ones follow a whole code?`, all, bits.length, bits.length + 30);
    },
  },
  "huffman-padding-too-long": {
    rule: "Padding must be at most 7 bits long: 8 to 29 ones are too many.",
    make(random) {
      const { bits, spare, hint } = random.pick(CODED_WORDS);
      const end = bits.length + spare + 8;
      const asked = `${hint} How many bits of the coded string belong to no code?`;
      return coded(random, asked, bits.padEnd(end, "1"), bits.length, end);
    },
  },
  "huffman-padding-not-ones": {
    rule: "Padding must consist of ones.",
    make(random) {
      const words = CODED_WORDS.filter(({ spare }) => spare > 0 && spare < SHORTEST_CODE);
      const { bits, spare, hint } = random.pick(words);
      const padding = random.below(2 ** spare - 1).toString(2);
      const all = bits + padding.padStart(spare, "0");
      const asked = `${hint} The last ${spare} bits of the coded string belong to no code.`;
      return coded(random, asked, all, bits.length, all.length);
    },
  },
  "size-update-too-large": {
    rule: "A size update must not exceed the receiver's limit.",
    make: (random) => ({
      hint: "The limit is 4096 bytes until the receiver announces another.",
      bytes: beginning("size-update", random.between(4097, 20_000)),
      where: "first",
    }),
  },
  "size-update-not-first": {
    rule: "A size update must not come after a field.",
    make: (random) => ({
      hint: "Where in a block may a size update appear?",
      bytes: beginning("size-update", random.pick([0, 100, 4096])),
    }),
  },
  "missing-size-update": {
    rule: "The first block after the limit was lowered below the table's maximum must begin with a size update.",
    make: (random) => ({
      hint: "What must the first block do after the limit was lowered (RFC 7541 §4.2)?",
      bytes: [],
      places: [0],
      where: "first",
      limit: random.pick([0, 256, 512, 1024]),
    }),
  },
} satisfies Record<string, Rule>;

export type ErrorCode = keyof typeof RULES;
export const ERROR_CODES = Object.keys(RULES) as ErrorCode[];
const ruleOf = (code: ErrorCode): Rule => RULES[code];

export const findError =
  (codes: readonly ErrorCode[]) =>
  (variant: number): Task => {
    const random = randomOf(variant);
    const code = random.pick(codes);
    const { rule, make } = ruleOf(code);
    const before = messageStart(random);
    const more = random.below(2) === 0 ? ordinaryField(random) : [];
    const { hint, bytes: broken, places: within = broken.keys(), where, limit } = make(random);
    const bytes =
      where === "first" ? [...broken, ...before] : [...before, ...broken, ...(where === "last" ? [] : more)];
    const start = where === "first" ? 0 : before.length;
    const places = [...within].map((place) => String(start + place));
    const [place = ""] = places;
    const placeName = place === String(bytes.length) ? "The end" : `Byte ${place}`;
    const earlier = limit === undefined ? null : hexOf(messageStart(random));
    const text =
      earlier === null ? hexOf(bytes) : `${earlier}\n\n# SETTINGS_HEADER_TABLE_SIZE ${limit}\n${hexOf(bytes)}`;
    const context =
      earlier === null
        ? ""
        : ` Before it came \`${earlier}\`, which is correct; then SETTINGS_HEADER_TABLE_SIZE ${limit} was acknowledged.`;
    const options = bytes.map((byte, at) => ({ value: `${at}`, shown: hex(byte), said: `byte ${at}: ${hex(byte)}` }));
    return {
      ask: `A decoder stops in this block. The dynamic table is empty at first, and its limit is 4096 bytes.${context} Choose where the error is, and the rule that is broken. If the error takes up several bytes, any of them will do; choose “end” if bytes are missing there.`,
      rule: "A decoder reads from the left and stops at the first error (RFC 7541 §2.3.3, §4.2, §5, §6).",
      given: { codes: codes.some((code) => code.startsWith("huffman")) },
      fields: [
        {
          name: "at",
          is: "bytes",
          label: "The place",
          options: [...options, { value: `${bytes.length}`, shown: "end" }],
        },
        {
          name: "code",
          is: "rules",
          label: "The rule",
          options: codes.map((code) => ({ value: code, shown: ruleOf(code).rule })),
        },
      ],
      hints: ["What begins here, where does it end, what begins next?", hint, `${placeName}: ${rule}`],
      model: { at: place, code },
      async check({ at = "", code: answer = "" }, tryOut) {
        const isPlace = places.includes(at);
        if (isPlace && answer === code) {
          return right(`\`${code}\`: ${rule}${places.length > 1 ? " Any byte of the error is accepted." : ""}`);
        }
        const chosen = codes.find((one) => one === answer) ?? code;
        const said = chosen === code ? "The rule is right." : `This block does not break “${ruleOf(chosen).rule}”`;
        if (isPlace) return wrong(`The place is right. ${said}`);
        const tried = await tryOut(text);
        const rows = tried.status === "ok" ? tried.blocks.at(-1)?.rows : [];
        const row = rows?.find(({ start, end }) => Number(at) >= start && Number(at) < end);
        if (row === undefined) return wrong(`The error is not there. ${said}`);
        const what = row.kind === "size-update" ? `a size update to ${row.size}` : fieldText(row);
        return wrong(`Byte ${at} belongs to ${what}, which is correct. ${said}`);
      },
      show: { text },
    };
  };
