/** Valid requests (RFC 9113 §8.3) for tasks: pseudo-header fields first. */
import { beginning, literal } from "../wire";
import type { Random } from "./random";

/** Static indexes of which a request needs one each: methods, schemes, paths. */
export const PSEUDO = [
  [2, 3],
  [6, 7],
  [4, 5],
] as const;
/** Of made-up fields. */
export const NAMES = ["x-crate", "x-orchard", "x-quay", "x-lamp", "x-boat", "x-row", "x-harbour", "x-ladder"];
export const VALUES = ["pear", "quince", "nine", "blue", "left", "rope", "tar", "seven"];
/** `accept-encoding: gzip, deflate`: the only whole field of the static table besides pseudo-header fields. */
const ACCEPT_ENCODING = 16;

/** Names by static index or spelled out, with values that are no longer than their Huffman codes would make them. */
const LITERALS: readonly [name: number | string, value: string][] = [
  [19, "*/*"],
  [32, "id=7"],
  [58, "curl"],
  ["x-crate", "pine"],
  ["x-quay", "tar"],
  ["x-row", "nine"],
];

/** A field that may be anywhere after the pseudo-header fields. */
export function ordinaryField(random: Random): number[] {
  if (random.below(3) === 0) return beginning("indexed", ACCEPT_ENCODING);
  return literal("without", ...random.pick(LITERALS));
}

/** The beginning of a valid request: pseudo-header fields and up to `most` others. */
export function messageStart(random: Random, most = 1): number[] {
  const bytes = PSEUDO.flatMap((choice) => beginning("indexed", random.pick(choice)));
  for (let more = random.below(most + 1); more > 0; more -= 1) bytes.push(...ordinaryField(random));
  return bytes;
}

/** The pseudo-header fields of `GET https /`, indexed: put before fields to make them a request. */
export const PLAIN_REQUEST: readonly number[] = [0x82, 0x87, 0x84];
