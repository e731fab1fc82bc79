/** How HTTP/2 carries header blocks. */
import { FRAME_PAYLOAD } from "../exercises/frame-payload";
import { S } from "../marked";
import type { Chapter, LearnExample } from "./chapter";

const BLOCK_1 = "82 86 84 41 8c f1 e3 c2";
const BLOCK_2 = "e5 f2 3a 6b a0 ab 90 f4 ff";

const WHOLE: LearnExample = {
  id: "headers",
  title: "One HEADERS frame",
  text: `# A request in one frame\n00 00 11 01 05 00 00 00 01  ${BLOCK_1} ${BLOCK_2}\n`,
  options: { content: "frames" },
  about:
    "The request of RFC 7541 §C.4.1 in a frame. Octets with a dashed line belong to the frame, the others to the block.",
  wire: [
    [3, "The length of the payload: 17 octets. The frame's own nine do not count."],
    [1, "The type: 1 is HEADERS."],
    [1, "The flags: END_STREAM (0x01), as no body follows, and END_HEADERS (0x04), as the block is complete."],
    [4, "One reserved bit and the stream: 1."],
    [17, "The header block, all of it."],
  ],
  walk: [],
};

const CONTINUED: LearnExample = {
  id: "continuation",
  title: "HEADERS and CONTINUATION",
  text: `# The same block in two frames\n00 00 08 01 01 00 00 00 01  ${BLOCK_1}\n00 00 09 09 04 00 00 00 01  ${BLOCK_2}\n`,
  options: { content: "frames", blocks: "blank" },
  about: "The same block cut in two, in the midst of a Huffman code. Only the block as a whole means anything.",
  wire: [
    [3, "8 octets of payload."],
    [1, "HEADERS."],
    [1, "END_STREAM, but not END_HEADERS: the block goes on in the next frame."],
    [4, "Stream 1."],
    [8, "The first part of the block. It ends inside the value."],
    [3, "9 octets of payload."],
    [1, "Type 9, CONTINUATION. Until the block is complete no other frame may come, on any stream."],
    [1, "END_HEADERS. END_STREAM was said at the beginning."],
    [4, "The same stream."],
    [9, "The rest of the block."],
  ],
  walk: [],
};

const PADDED: LearnExample = {
  id: "padded",
  title: "Padding and priority",
  text: `# Padded, with a priority\n00 00 1b 01 2d 00 00 00 01  04  00 00 00 00 0f  ${BLOCK_1} ${BLOCK_2}  00 00 00 00\n`,
  options: { content: "frames" },
  about:
    "Padding hides how long a block is, at the price of octets. The priority is of the old scheme, which RFC 9113 has given up.",
  wire: [
    [3, "27 octets of payload, of which the block has 17."],
    [1, "HEADERS."],
    [1, "END_STREAM, END_HEADERS, PADDED (0x08) and PRIORITY (0x20)."],
    [4, "Stream 1."],
    [1, "Because of PADDED: the pad length, 4."],
    [4, "Because of PRIORITY: the stream that this one depends on, 0, and a bit for «exclusive»."],
    [1, "The weight, less one: 16."],
    [17, "The block."],
    [4, "The padding. It must be zeros."],
  ],
  walk: [],
};

function Before() {
  return (
    <>
      <p>
        HPACK knows nothing of HTTP/2. It makes octets from fields; frames carry the octets. A HEADERS frame begins a
        block, or PUSH_PROMISE does, and CONTINUATION frames go on with it until one has the flag END_HEADERS{" "}
        <S at="RFC 9113 §4.3" />.
      </p>
      <p>
        A frame may hold 16384 octets unless the receiver allows more, and a block may be longer than that. The cut can
        come anywhere, inside a number as well as inside a string. From the first frame to the last nothing else may
        stand between them, not even a PING of another stream <S at="RFC 9113 §6.10" />: a decoder has one table and
        reads one block at a time.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>When a limit takes effect</h2>
      <p>
        SETTINGS_HEADER_TABLE_SIZE travels in a SETTINGS frame, and the other side answers with an acknowledgement.
        Blocks that were sent before the answer still follow the old limit; the first one after it must follow the new
        one <S at="RFC 9113 §4.3.1" />. That is why a decoder has to know the order of frames in both directions, and
        why a tool that looks at captures does too.
      </p>
      <h2>Every block counts</h2>
      <p>
        A server that has reset a stream may ignore its frames, except those with header blocks. They change the table
        for all other streams, so they must be decoded even when nobody wants their fields.
      </p>
    </>
  );
}

export const FRAMES: Chapter = {
  id: "frames",
  title: "How HTTP/2 carries blocks",
  sections: ["RFC 9113 §4.3", "RFC 9113 §6.2"],
  brief: "HEADERS, CONTINUATION, padding",
  examples: [WHOLE, CONTINUED, PADDED],
  Before,
  After,
  exercises: [FRAME_PAYLOAD],
};
