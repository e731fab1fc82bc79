/** Valid header sections (RFC 9113 §8.3) for tasks: pseudo-header fields first, of a request or of a response. */
import { beginning, literal } from "../wire";
import type { Random } from "./random";

export const MESSAGES = ["request", "response"] as const;
type Message = (typeof MESSAGES)[number];

/** Static indexes of which a request needs one each: methods, schemes, paths. */
const OF_REQUEST = [
  [2, 3],
  [6, 7],
  [4, 5],
] as const;
const STATUSES = [8, 9, 10, 11, 12, 13, 14] as const;
/** `accept-encoding: gzip, deflate`: the only whole field of the static table besides pseudo-header fields. */
const ACCEPT_ENCODING = 16;

/** Names of the static table with fitting values: no value is longer than its Huffman code would make it. */
const LITERALS: Record<Message, readonly [name: number, value: string][]> = {
  request: [
    [19, "*/*"],
    [32, "id=7"],
    [58, "curl"],
  ],
  response: [
    [21, "60"],
    [54, "nginx"],
    [34, '"v7"'],
  ],
};
const OWN: readonly [name: string, value: string][] = [
  ["x-crate", "pine"],
  ["x-quay", "tar"],
  ["x-row", "nine"],
];

/** The pseudo-header fields of such a message. */
function pseudoFields(message: Message, random: Random): number[] {
  if (message === "response") return beginning("indexed", random.pick(STATUSES));
  return OF_REQUEST.flatMap((choice) => beginning("indexed", random.pick(choice)));
}

/** A field that may be anywhere after them. */
export function ordinaryField(message: Message, random: Random): number[] {
  const sort = random.below(3);
  if (sort === 0 && message === "request") return beginning("indexed", ACCEPT_ENCODING);
  if (sort === 1) return literal("without", ...random.pick(OWN));
  return literal("without", ...random.pick(LITERALS[message]));
}

/** The beginning of a valid message: pseudo-header fields and up to `most` others. */
export function messageStart(message: Message, random: Random, most = 1): number[] {
  const bytes = pseudoFields(message, random);
  for (let more = random.below(most + 1); more > 0; more -= 1) bytes.push(...ordinaryField(message, random));
  return bytes;
}

/** The pseudo-header fields of `GET https /`, indexed: put before fields to make them a request. */
export const PLAIN_REQUEST: readonly number[] = [0x82, 0x87, 0x84];
