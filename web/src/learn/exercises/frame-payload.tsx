/** “How much of the block is in this frame?”: HEADERS with padding and priority (RFC 9113 §6.2). */

import { hex } from "../../ui/figures";
import { type ExerciseKind, oneNumber, right, type TaskBase, wrong } from "./exercise";
import { ByteLine } from "./given";
import { MESSAGES, messageStart } from "./message";
import { randomOf } from "./random";
import { byteCount, spelled } from "./wire";

/** RFC 9113 §6.2. */
const END_HEADERS = 0x04;
const PADDED = 0x08;
const PRIORITY = 0x20;
/** Length of a frame's header, bytes (RFC 9113 §4.1). */
const HEADER = 9;

type Task = TaskBase & { bytes: number[]; block: number[] };

export const framePayload: ExerciseKind<Task, number> = {
  ...oneNumber("Bytes of the block"),
  rule: "Nine bytes of frame header: length (3), type, flags, stream (4). PADDED (0x08) adds a pad length and the padding, PRIORITY (0x20) five bytes (RFC 9113 §4.1, §6.2).",
  given: ({ bytes }) => <ByteLine bytes={bytes} />,
  generate(variant) {
    const random = randomOf(variant);
    const block = messageStart(random.pick(MESSAGES), random, 2);
    const sort = random.below(4);
    const padding = sort === 1 ? null : random.between(1, 6);
    const priority = sort !== 0;
    const payload = [
      ...(padding === null ? [] : [padding]),
      ...(priority ? [0, 0, 0, 0, random.between(0, 255)] : []),
      ...block,
      ...Array.from({ length: padding ?? 0 }, () => 0),
    ];
    const flags = END_HEADERS | (padding === null ? 0 : PADDED) | (priority ? PRIORITY : 0);
    const bytes = [0, 0, payload.length, 1, flags, 0, 0, 0, 2 * random.between(0, 20) + 1, ...payload];
    const taken = [
      ...(padding === null ? [] : [`1 for the pad length, ${padding} for the padding`]),
      ...(priority ? ["5 for the priority"] : []),
    ];
    return {
      bytes,
      block,
      ask: "This is a whole HEADERS frame. How many bytes of it are the header block?",
      hints: [
        `The payload has ${byteCount(payload.length)}, without the frame header.`,
        `The flags are \`${hex(flags)}\`: ${[...(padding === null ? [] : ["PADDED"]), ...(priority ? ["PRIORITY"] : [])].join(" and ")}.`,
        `From the ${byteCount(payload.length)} of payload subtract ${taken.join(", ")}.`,
      ],
      show: { text: spelled(bytes), options: { content: "frames" } },
    };
  },
  model: ({ block }) => block.length,
  judge({ bytes, block }, answer) {
    if (answer === block.length) return right(`The block is \`${spelled(block)}\`.`);
    if (answer === bytes.length) return wrong("That is the whole frame, with its header.");
    if (answer === bytes.length - HEADER)
      return wrong("That is the whole payload; the flags say what else it contains.");
    return wrong(`${answer > block.length ? "It is less" : "It is more"}: look at the flags.`);
  },
};
