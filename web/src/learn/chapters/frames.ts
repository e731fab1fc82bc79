/** How HTTP/2 carries header blocks. */
import { FRAME_PAYLOAD } from "../exercises/frame-payload";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./frames.mdx";

const BLOCK_1 = "82 86 84 41 8c f1 e3 c2";
const BLOCK_2 = "e5 f2 3a 6b a0 ab 90 f4 ff";

const WHOLE: LearnExample = {
  id: "headers",
  title: "One HEADERS frame",
  text: `# A request in one frame\n00 00 11 01 05 00 00 00 01  ${BLOCK_1} ${BLOCK_2}\n`,
  options: { content: "frames" },
  about:
    "The request of RFC 7541 §C.4.1 in a frame. Bytes with a dashed underline belong to the frame, the others to the block.",
  wire: [
    "3 The length of the payload: 17 bytes. The 9 bytes of the frame header do not count.",
    "1 The type: 1 is HEADERS.",
    "1 The flags: END_STREAM (0x01), because no body follows, and END_HEADERS (0x04), because the block is complete.",
    "4 One reserved bit, and the stream: 1.",
    "17 The whole header block.",
  ],
  walk: [],
};

const CONTINUED: LearnExample = {
  id: "continuation",
  title: "HEADERS and CONTINUATION",
  text: `# The same block in two frames\n00 00 08 01 01 00 00 00 01  ${BLOCK_1}\n00 00 09 09 04 00 00 00 01  ${BLOCK_2}\n`,
  options: { content: "frames", blocks: "blank" },
  about: "The same block cut in two, in the middle of a Huffman code. It can only be decoded as a whole.",
  wire: [
    "3 8 bytes of payload.",
    "1 HEADERS.",
    "1 END_STREAM, but not END_HEADERS: the block continues in the next frame.",
    "4 Stream 1.",
    "8 The first part of the block. It ends inside the value.",
    "3 9 bytes of payload.",
    "1 Type 9, CONTINUATION. Until the block is complete no other frame may be sent, on any stream.",
    "1 END_HEADERS. END_STREAM was set on the HEADERS frame.",
    "4 The same stream.",
    "9 The rest of the block.",
  ],
  walk: [],
};

const PADDED: LearnExample = {
  id: "padded",
  title: "Padding and priority",
  text: `# Padded, with a priority\n00 00 1b 01 2d 00 00 00 01  04  00 00 00 00 0f  ${BLOCK_1} ${BLOCK_2}  00 00 00 00\n`,
  options: { content: "frames" },
  about:
    "Padding hides how long a block is, at the cost of bytes. The priority belongs to the old scheme, which RFC 9113 deprecates.",
  wire: [
    "3 27 bytes of payload, of which 17 are the block.",
    "1 HEADERS.",
    "1 END_STREAM, END_HEADERS, PADDED (0x08) and PRIORITY (0x20).",
    "4 Stream 1.",
    "1 Because of PADDED: the pad length, 4.",
    "4 Because of PRIORITY: a bit for “exclusive”, and the stream that this one depends on, 0.",
    "1 Also because of PRIORITY: the weight minus one, so the weight is 16.",
    "17 The block.",
    "4 The padding, which must be sent as zeros.",
  ],
  walk: [],
};

export const FRAMES: Chapter = {
  id: "frames",
  title: "How HTTP/2 carries blocks",
  sections: ["RFC 9113 §4.3", "RFC 9113 §6.2"],
  brief: "HEADERS, CONTINUATION, padding",
  examples: [WHOLE, CONTINUED, PADDED],
  Text,
  exercises: [FRAME_PAYLOAD],
};
