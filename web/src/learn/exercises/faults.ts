/** Blocks that break one rule each (RFC 7541 §4 to §6), made from a random source. */
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

export const RULES: Record<FaultCode, string> = {
  "index-zero": "An indexed field may not have index 0.",
  "index-out-of-range": "An index must be within the static or the dynamic table.",
  "truncated-integer": "An integer must end within the block.",
  "truncated-string": "A string must end within the block.",
  "integer-overflow": "An integer may not be beyond every limit.",
  "huffman-eos": "A Huffman-coded string may not hold the EOS code.",
  "huffman-padding-too-long": "Padding is at most 7 bits long.",
  "huffman-padding-not-ones": "Padding is made of ones.",
  "size-update-too-large": "A size update may not exceed the limit that was announced.",
  "size-update-not-first": "A size update stands at the beginning of its block.",
  "missing-size-update": "A lowered limit must be followed by a size update.",
};

/** Words in the Huffman code, without their padding bits: octets of whole codes alone. */
const CODED_WORDS: readonly { octets: readonly number[]; spare: number }[] = [
  // «pine»: 101011 00110 101010 00101, 22 bits.
  { octets: [0xac, 0xd5, 0x14], spare: 2 },
  // «www»: 1111000 1111000 1111000, 21 bits.
  { octets: [0xf1, 0xe3, 0xc0], spare: 3 },
  // «tar»: 01001 00011 101100, 16 bits.
  { octets: [0x48, 0xec], spare: 0 },
  // «no»: 101010 00111, 11 bits.
  { octets: [0xa8, 0xe0], spare: 5 },
];

/** Bits: as many or more, with a zero in them, may be a character. */
const SHORTEST_CODE = 5;

const STATIC = [2, 3, 4, 5, 6, 7, 8];
const NAMES = ["x-crate", "x-quay", "x-row"];
const VALUES = ["pine", "tar", "rope", "nine"];

/** Fields that are in order, to stand before the fault. */
function start(random: Random): number[] {
  const octets: number[] = [];
  const fields = random.between(1, 3);
  for (let field = 0; field < fields; field += 1) {
    if (random.below(3) === 0) octets.push(...literal("without", random.pick(NAMES), random.pick(VALUES)));
    else octets.push(...beginning("indexed", random.pick(STATIC)));
  }
  return octets;
}

/** A literal whose value is this, told to be in the Huffman code. */
function coded(random: Random, data: readonly number[]): number[] {
  return [...beginning("without", 0), ...rawString(random.pick(NAMES)), 0x80 | data.length, ...data];
}

function word(random: Random, spare: (bits: number) => boolean): { octets: number[]; spare: number } {
  const { octets, spare: bits } = random.pick(CODED_WORDS.filter((word) => spare(word.spare)));
  return { octets: [...octets], spare: bits };
}

/** A word with its right padding. */
function padded(random: Random): number[] {
  const { octets, spare } = word(random, () => true);
  const last = octets.length - 1;
  return octets.map((octet, at) => (at === last ? octet | (2 ** spare - 1) : octet));
}

/** The text of blocks of which the last is broken, and where to look. */
export function makeFault(code: FaultCode, random: Random): { text: string; hint: string } {
  const before = start(random);
  const one = (octets: readonly number[], hint: string) => ({ text: spelled([...before, ...octets]), hint });
  const more = random.below(2) === 0 ? beginning("indexed", random.pick(STATIC)) : [];
  switch (code) {
    case "index-zero":
      return one([0x80, ...more], "Which indexes do the octets hold that begin with a 1?");
    case "index-out-of-range":
      return one(
        [...beginning("indexed", random.between(62, 120)), ...more],
        "The static table ends at 61. What has this block put into the dynamic table?",
      );
    case "truncated-integer":
      return one(
        [0xff, 0x80 | random.below(128)],
        "The first bit of a continuation octet says whether another follows.",
      );
    case "truncated-string": {
      const value = random.pick(VALUES);
      const octets = literal("without", random.pick(NAMES), value);
      const at = octets.length - value.length - 1;
      octets[at] = value.length + random.between(1, 60);
      return one(octets, "Add up each string: does its length reach beyond the last octet?");
    }
    case "integer-overflow":
      return one([0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], "How many octets does the longest integer go on for?");
    case "huffman-eos": {
      const octets = coded(random, [...padded(random), 0xff, 0xff, 0xff, 0xff]);
      return one([...octets, ...more], "EOS is a code of thirty ones. How many ones stand in a row?");
    }
    case "huffman-padding-too-long":
      return one(
        [...coded(random, [...padded(random), 0xff]), ...more],
        "How many bits of the coded string belong to no code?",
      );
    case "huffman-padding-not-ones": {
      const { octets, spare } = word(random, (bits) => bits > 0 && bits < SHORTEST_CODE);
      const last = octets.length - 1;
      const padding = random.below(2 ** spare - 1);
      return one(
        [
          ...coded(
            random,
            octets.map((octet, at) => (at === last ? octet | padding : octet)),
          ),
          ...more,
        ],
        `The last ${spare} bit${spare === 1 ? "" : "s"} of the coded string belong to no code.`,
      );
    }
    case "size-update-too-large":
      return {
        text: spelled([...beginning("size-update", random.between(4097, 20_000)), ...before]),
        hint: "The limit is 4096 octets until the receiver announces another.",
      };
    case "size-update-not-first":
      return one([...beginning("size-update", random.pick([0, 100, 4096])), ...more], "Where may a size update stand?");
    case "missing-size-update": {
      const limit = random.pick([0, 256, 512, 1024]);
      return {
        text: `${spelled(beginning("indexed", 2))}\n\n# SETTINGS_HEADER_TABLE_SIZE ${limit}\n${spelled(before)}`,
        hint: "What must the first block do after the limit was lowered (RFC 7541 §4.2)?",
      };
    }
  }
}
