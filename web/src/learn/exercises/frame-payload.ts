/** “How much of the block is in this frame?”: HEADERS with padding and priority (RFC 9113 §6.2). */
import { counted, hex, hexOf } from "../../ui/figures";
import { expectsNumber, type Task } from "./exercise";
import { messageStart } from "./message";
import { randomOf } from "./random";

/** RFC 9113 §6.2. */
const END_HEADERS = 0x04;
const PADDED = 0x08;
const PRIORITY = 0x20;

export function framePayload(variant: number): Task {
  const random = randomOf(variant);
  const block = messageStart(random, 2);
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
  const extras = [
    ...(padding === null ? [] : [["PADDED", `1 byte of pad length and ${padding} of padding`]]),
    ...(priority ? [["PRIORITY", "5 of priority"]] : []),
  ];
  return {
    ask: "This is a whole HEADERS frame. How many bytes of it are the header block?",
    rule: "Nine bytes of frame header: length (3), type, flags, stream (4). PADDED (0x08) adds a pad length and the padding, PRIORITY (0x20) five bytes (RFC 9113 §4.1, §6.2).",
    given: { bytes },
    hints: [
      `The payload has ${counted(payload.length, "byte")}, without the frame header.`,
      `The flags are \`${hex(flags)}\`: ${extras.map(([flag]) => flag).join(" and ")}.`,
      `Of the payload, ${extras.map(([, taken]) => taken).join(" and ")} are not the block's.`,
      `${[payload.length, ...(padding === null ? [] : [1, padding]), ...(priority ? [5] : [])].join(" − ")}.`,
    ],
    ...expectsNumber("Bytes of the block", block.length, `The block is \`${hexOf(block)}\`.`, (answer) => {
      if (answer === bytes.length) return "That is the whole frame, with its header.";
      if (answer === payload.length) return "That is the whole payload; the flags say what else it contains.";
      return `${answer > block.length ? "It is less" : "It is more"}: look at the flags.`;
    }),
    show: { text: hexOf(bytes), options: { content: "frames" } },
  };
}
