/** The short capstone: one request in which every kind occurs, and few characters are Huffman-coded. */
import { NAMES, PSEUDO, VALUES } from "../exercises/message";
import type { Random } from "../exercises/random";
import { codesOf } from "../exercises/strings";
import { beginning, bytesOfBits, integerBytes, literal, sizeOf } from "../wire";

/** Of the letters whose codes have 5 to 7 bits. */
const WORDS = ["opera", "station", "sparrow", "carpet", "painter", "scissors", "nation", "towers", "pirates", "canoes"];
const HOSTS = ["orchard.net", "harbor.net", "library.org", "foundry.org", "meadow.net", "quarry.org"];

/** Static indexes: `:authority`, names of fields, names of secrets. */
const AUTHORITY = 1;
const STORED = { 58: "user-agent", 51: "referer", 17: "accept-language" };
const SECRET = [23, 32];

function codedString(text: string): number[] {
  const bytes = bytesOfBits(codesOf(text).join(""));
  const [length = 0, ...more] = integerBytes(bytes.length, 7, 0x80);
  return [length, ...more, ...bytes];
}

/** The second of two entries evicts the first: the size update leaves room for either. */
export function shortBlock(random: Random): number[] {
  const [word = "", secret = ""] = random.shuffled(WORDS);
  const [index, name] = random.pick(Object.entries(STORED));
  const first = { name, value: word };
  const second = { name: random.pick(NAMES), value: random.pick(VALUES) };
  const [one, other] = [sizeOf(first), sizeOf(second)];
  const maximum = random.between(Math.max(one, other), one + other - 1);
  const hidden = [...beginning("never", random.pick(SECRET)), ...codedString(secret)];
  const last = random.shuffled([hidden, beginning("indexed", 62)]);
  return [
    beginning("size-update", maximum),
    ...random.shuffled(PSEUDO.map((choice) => beginning("indexed", random.pick(choice)))),
    literal("without", AUTHORITY, random.pick(HOSTS)),
    [...beginning("incremental", Number(index)), ...codedString(word)],
    literal("incremental", second.name, second.value),
    ...last,
  ].flat();
}
