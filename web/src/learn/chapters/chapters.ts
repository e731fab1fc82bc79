/** The chapters, in the order of RFC 7541. */
import { decodeByte } from "../exercises/decode-byte";
import { expansion } from "../exercises/expansion";
import { FAULT_CODES } from "../exercises/faults";
import { fewestBytes } from "../exercises/fewest-bytes";
import { findError } from "../exercises/find-error";
import { framePayload } from "../exercises/frame-payload";
import { readInteger, writeInteger } from "../exercises/integers";
import { whichIndex } from "../exercises/which-index";
import * as capstone from "./capstone.mdx";
import { type Chapter, type ChapterText, parseExample } from "./chapter";
import * as costs from "./costs.mdx";
import * as errors from "./errors.mdx";
import * as frames from "./frames.mdx";
import * as integers from "./integers.mdx";
import * as representations from "./representations.mdx";
import * as sensitive from "./sensitive.mdx";
import * as strings from "./strings.mdx";
import * as tableLife from "./table-life.mdx";
import * as tables from "./tables.mdx";
import * as why from "./why.mdx";

function read({ default: Text, examples }: ChapterText): Pick<Chapter, "Text" | "examples"> {
  return { Text, examples: examples.map(parseExample) };
}

export const CHAPTERS: readonly Chapter[] = [
  {
    id: "why",
    title: "Why HPACK",
    sections: ["1"],
    brief: "the same fields, again and again",
    ...read(why),
    exercises: [{ id: "known-field", title: "Which index does this byte hold?", of: decodeByte(["indexed"]) }],
  },
  {
    id: "tables",
    title: "Two tables, one range of indexes",
    sections: ["2.3"],
    brief: "1 to 61, and 62 onwards",
    ...read(tables),
    exercises: [{ id: "which-index", title: "Which index is this now?", of: whichIndex(false) }],
  },
  {
    id: "integers",
    title: "Integers",
    sections: ["5.1", "C.1"],
    brief: "a prefix, and what does not fit it",
    ...read(integers),
    exercises: [
      { id: "read-integer", title: "Read an integer", of: readInteger },
      { id: "write-integer", title: "Write an integer", of: writeInteger },
    ],
  },
  {
    id: "strings",
    title: "Strings and the Huffman code",
    sections: ["5.2", "B"],
    brief: "codes, padding, and EOS",
    ...read(strings),
    exercises: [
      {
        id: "broken-string",
        title: "Find the error in a string",
        of: findError(
          ["truncated-string", "huffman-eos", "huffman-padding-too-long", "huffman-padding-not-ones"],
          "Here each byte from `80` to `90` that begins a field is the whole of it; `00` is followed by a name and a value, each after its length; `0f` by one more byte for the name, then the value.",
        ),
      },
    ],
  },
  {
    id: "representations",
    title: "Four representations and a size update",
    sections: ["6"],
    brief: "what the first bits say",
    ...read(representations),
    exercises: [
      {
        id: "decode-octet",
        title: "Decode this byte",
        of: decodeByte(["indexed", "incremental", "without", "never", "size-update"]),
      },
      { id: "decode-octets", title: "Decode these bytes", of: decodeByte(["without", "never", "size-update"], true) },
      { id: "fewest-octets", title: "Write it in the fewest bytes", of: fewestBytes(false) },
    ],
  },
  {
    id: "table-life",
    title: "The life of the dynamic table",
    sections: ["4"],
    brief: "insertion, eviction, size updates",
    ...read(tableLife),
    exercises: [{ id: "which-index-evicting", title: "Which index is it, if any?", of: whichIndex(true) }],
  },
  {
    id: "sensitive",
    title: "Sensitive fields",
    sections: ["7.1"],
    brief: "guessing from lengths; never indexed",
    ...read(sensitive),
    exercises: [{ id: "keep-it-out", title: "Keep it out of every table", of: fewestBytes(true) }],
  },
  {
    id: "errors",
    title: "Errors, and what the receiver does",
    sections: ["RFC 9113 §4.3"],
    brief: "every error, with an example",
    ...read(errors),
    exercises: [{ id: "find-error", title: "Find the error", of: findError(FAULT_CODES) }],
  },
  {
    id: "frames",
    title: "How HTTP/2 carries blocks",
    sections: ["RFC 9113 §4.3", "RFC 9113 §6.2"],
    brief: "HEADERS, CONTINUATION, padding",
    ...read(frames),
    exercises: [{ id: "frame-payload", title: "How much is header block?", of: framePayload }],
  },
  {
    id: "costs",
    title: "Attacks and limits",
    sections: ["7.3", "RFC 9113 §10.5.1"],
    brief: "bombs and floods",
    ...read(costs),
    exercises: [{ id: "expansion", title: "How large does it become?", of: expansion }],
  },
  {
    id: "capstone",
    title: "Three blocks by hand",
    sections: ["C.6"],
    brief: "the capstone",
    ...read(capstone),
    exercises: [],
  },
];

export function chapterById(id: string | null): Chapter | null {
  return CHAPTERS.find((chapter) => chapter.id === id) ?? null;
}
