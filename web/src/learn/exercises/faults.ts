/** Blocks that break one rule each (RFC 7541 §4 to §6), made from a random source. */
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

export const RULES: Record<FaultCode, string> = {
  "index-zero": "An indexed field must not have index 0.",
  "index-out-of-range": "An index must exist in the static or the dynamic table.",
  "truncated-integer": "An integer must end within the block.",
  "truncated-string": "A string must end within the block.",
  "integer-overflow": "An integer must not exceed the decoder's limits.",
  "huffman-eos": "A Huffman-coded string must not contain EOS.",
  "huffman-padding-too-long": "Padding must be at most 7 bits long.",
  "huffman-padding-not-ones": "Padding must consist of ones.",
  "size-update-too-large": "A size update must not exceed the announced limit.",
  "size-update-not-first": "A size update must come at the beginning of a block.",
  "missing-size-update": "The first block after a lowered limit must begin with a size update.",
};

/** Words in the Huffman code, without their padding bits: bytes of whole codes alone. */
const CODED_WORDS: readonly { octets: readonly number[]; spare: number }[] = [
  // “pine”: 101011 00110 101010 00101, 22 bits.
  { octets: [0xac, 0xd5, 0x14], spare: 2 },
  // “www”: 1111000 1111000 1111000, 21 bits.
  { octets: [0xf1, 0xe3, 0xc0], spare: 3 },
  // “tar”: 01001 00011 101100, 16 bits.
  { octets: [0x48, 0xec], spare: 0 },
  // “no”: 101010 00111, 11 bits.
  { octets: [0xa8, 0xe0], spare: 5 },
];

/** Bits: as many or more, with a zero in them, may be a character. */
const SHORTEST_CODE = 5;

const NAMES = ["x-crate", "x-quay", "x-row"];
const VALUES = ["pine", "tar", "rope", "nine"];

/** A literal whose value is this, told to be in the Huffman code. */
function coded(random: Random, data: readonly number[]): number[] {
  return [...beginning("without", 0), ...rawString(random.pick(NAMES)), 0x80 | data.length, ...data];
}

type Word = (typeof CODED_WORDS)[number];

function wordWith(random: Random, spare: (bits: number) => boolean): Word {
  return random.pick(CODED_WORDS.filter((word) => spare(word.spare)));
}

/** A word with these bits in the place of its padding. */
function filled({ octets, spare }: Word, bits = 2 ** spare - 1): number[] {
  return octets.map((octet, at) => (at === octets.length - 1 ? octet | bits : octet));
}

export type Fault = {
  /** Blocks as a person would paste them; the last is broken. */
  text: string;
  hint: string;
  /** Bytes of the last block that may be named; its length where its end may. The decoder's own place is among them. */
  places: number[];
};

/** Blocks of which the last is broken by this rule, and a message in order apart from that. */
export function makeFault(code: FaultCode, random: Random): Fault {
  const message = random.pick(MESSAGES);
  const before = messageStart(message, random);
  const more = random.below(2) === 0 ? ordinaryField(message, random) : [];
  const at = before.length;
  /** `faulty` behind fields that are in order; which of its bytes may be named, by their places in it. */
  function behind(faulty: readonly number[], places: readonly number[], hint: string, after: readonly number[] = more) {
    return { text: spelled([...before, ...faulty, ...after]), hint, places: places.map((place) => at + place) };
  }
  switch (code) {
    case "index-zero":
      return behind([0x80], [0], "Which indexes do the bytes that begin with a 1 hold?");
    case "index-out-of-range":
      return behind(
        beginning("indexed", random.between(62, 120)),
        [0],
        "The static table ends at 61. What has this block put into the dynamic table?",
      );
    case "truncated-integer":
      // The whole of the integer, and the end, where its next byte is missing.
      return behind(
        [0xff, 0x80 | random.below(128)],
        [0, 1, 2],
        "The first bit of a continuation byte says whether another follows.",
        [],
      );
    case "truncated-string": {
      const value = random.pick(VALUES);
      const octets = literal("without", random.pick(NAMES), value);
      const length = octets.length - value.length - 1;
      octets[length] = value.length + random.between(1, 60);
      // The length asks for bytes that are missing at the end.
      return behind(
        octets,
        [length, octets.length],
        "Add up each string: does its length reach beyond the last byte?",
        [],
      );
    }
    case "integer-overflow": {
      const octets = [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
      return behind(octets, [...octets.keys()], "How many bytes does the longest integer go on for?", []);
    }
    case "huffman-eos": {
      const word = wordWith(random, () => true);
      const octets = coded(random, [...filled(word), 0xff, 0xff, 0xff, 0xff]);
      // Its thirty bits begin with those that the word has to spare, 5 at most, and so end in the last byte.
      const first = octets.length - 4 - (word.spare > 0 ? 1 : 0);
      const places = Array.from({ length: octets.length - first }, (_, place) => first + place);
      return behind(octets, places, "EOS is a code of thirty ones. Where are there that many ones in a row?");
    }
    case "huffman-padding-too-long": {
      const word = wordWith(random, () => true);
      const octets = coded(random, [...filled(word), 0xff]);
      // The padding begins in the word's last byte, where that has bits to spare.
      const places = [octets.length - 1, ...(word.spare > 0 ? [octets.length - 2] : [])];
      return behind(octets, places, "How many bits of the coded string belong to no code?");
    }
    case "huffman-padding-not-ones": {
      const word = wordWith(random, (bits) => bits > 0 && bits < SHORTEST_CODE);
      const { spare } = word;
      const octets = coded(random, filled(word, random.below(2 ** spare - 1)));
      const bits = spare === 1 ? "bit of the coded string belongs" : `${spare} bits of the coded string belong`;
      return behind(octets, [octets.length - 1], `The last ${bits} to no code.`);
    }
    case "size-update-too-large": {
      const update = beginning("size-update", random.between(4097, 20_000));
      return {
        text: spelled([...update, ...before]),
        hint: "The limit is 4096 bytes until the receiver announces another.",
        places: [...update.keys()],
      };
    }
    case "size-update-not-first": {
      const update = beginning("size-update", random.pick([0, 100, 4096]));
      return behind(update, [...update.keys()], "Where in a block may a size update appear?");
    }
    case "missing-size-update": {
      const limit = random.pick([0, 256, 512, 1024]);
      return {
        text: `${spelled(messageStart(message, random))}\n\n# SETTINGS_HEADER_TABLE_SIZE ${limit}\n${spelled(before)}`,
        hint: "What must the first block do after the limit was lowered (RFC 7541 §4.2)?",
        places: [0],
      };
    }
  }
}
