/** The chapters, in the order of the course. */
import { KINDS } from "../../engine/types";
import { ERROR_CODES, findError } from "../exercises/errors";
import type { Exercise } from "../exercises/exercise";
import { framePayload } from "../exercises/frame-payload";
import { readBits, readInteger, writeInteger } from "../exercises/integers";
import { decodeByte, fewestBytes } from "../exercises/representations";
import { readString } from "../exercises/strings";
import { expansion, nextRequest, whichIndex } from "../exercises/tables";
import * as before from "./before.mdx";
import * as capstone from "./capstone.mdx";
import { type Chapter, type ChapterText, parseExample } from "./chapter";
import * as errors from "./errors.mdx";
import * as frames from "./frames.mdx";
import * as integers from "./integers.mdx";
import * as representations from "./representations.mdx";
import * as sensitive from "./sensitive.mdx";
import * as strings from "./strings.mdx";
import * as tableLife from "./table-life.mdx";
import * as tables from "./tables.mdx";
import * as why from "./why.mdx";

function chapter(id: string, { default: Text, examples, ...named }: ChapterText, ...exercises: Exercise[]): Chapter {
  return { id, ...named, Text, examples: examples.map(parseExample), exercises };
}

function exercise(id: string, title: string, make: Exercise["make"]): Exercise {
  return { id, title, make };
}

const STRING_FAULTS = [
  "truncated-string",
  "huffman-eos",
  "huffman-padding-too-long",
  "huffman-padding-not-ones",
] as const;

const BITS = exercise("read-bits", "Read some bits", readBits);
const NEXT = exercise("next-request", "How large is the next request?", nextRequest);
const INDEX = exercise("which-index", "Which index is this now?", whichIndex(false));
const FIELD = exercise("known-field", "Which index does this byte hold?", decodeByte(["indexed"]));
const READ = exercise("read-integer", "Read an integer", readInteger);
const WRITE = exercise("write-integer", "Write an integer", writeInteger);
const KIND = exercise("decode-octet", "Decode the beginning", decodeByte(KINDS));
const FEWEST = exercise("fewest-octets", "Write it in the fewest bytes", fewestBytes(false));
const STRING = exercise("read-string", "Decode a string", readString);
const BROKEN = exercise("broken-string", "Find the error in a string", findError(STRING_FAULTS));
const EVICTED = exercise("which-index-evicting", "Which index is it, if any?", whichIndex(true));
const PAYLOAD = exercise("frame-payload", "How much of the frame is the header block?", framePayload);
const SECRET = exercise("keep-it-out", "Keep it out of every table", fewestBytes(true));
const ERROR = exercise("find-error", "Find the error", findError(ERROR_CODES));
const LIST = exercise("expansion", "How large does it become?", expansion);

export const CHAPTERS: readonly Chapter[] = [
  chapter("before", before, BITS),
  chapter("why", why, NEXT),
  chapter("tables", tables, INDEX, FIELD),
  chapter("integers", integers, READ, WRITE),
  chapter("representations", representations, KIND, FEWEST),
  chapter("strings", strings, STRING, BROKEN),
  chapter("table-life", tableLife, EVICTED),
  chapter("frames", frames, PAYLOAD),
  chapter("sensitive", sensitive, SECRET),
  chapter("errors", errors, ERROR, LIST),
  chapter("capstone", capstone),
];

/** Chapters that are now part of another, which links may still name. */
const MERGED = new Map([["costs", "errors"]]);

export function chapterById(id: string | null): Chapter | null {
  const now = MERGED.get(id ?? "") ?? id;
  return CHAPTERS.find((chapter) => chapter.id === now) ?? null;
}
