/** A chapter, and the parser of the examples in its text. */
import type { ComponentType } from "react";
import type { OpenOptions } from "../../engine/types";
import { textOf } from "../../examples/texts";
import type { Exercise } from "../exercises/exercise";

/** Bytes of a block, or of the frames that carry it, end exclusive; their meaning as marked text (see `Marked`). */
export type ByteNote = { from: number; to: number; words: string };

export type LearnExample = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  /** Header blocks or frames, as for the Inspect view. */
  text: string;
  options: Partial<OpenOptions>;
  /** The row selected initially; null for the first error, or the first row. */
  row: number | null;
  /** A sentence before the notes. */
  about: string | null;
  /** Block by block, every byte in order; for frames in one list, with the bytes around the block. */
  notes: readonly ByteNote[][];
};

export type Chapter = {
  id: string;
  title: string;
  /** Sections of the RFCs that the chapter covers. */
  sections: readonly string[];
  /** A line for the contents. */
  brief: string;
  examples: readonly LearnExample[];
  /** The chapter's text: `Before` its examples, and `After` them. */
  Text: ComponentType<{ components: object }>;
  exercises: readonly Exercise[];
};

/** A chapter's text as `*.mdx` exports it. */
export type ChapterText = Pick<Chapter, "title" | "brief" | "sections"> & {
  default: Chapter["Text"];
  examples: readonly FencedExample[];
};

/** An example as written in the text: “id option=value …”, and the lines below. */
export type FencedExample = { head: string; body: string };

/** True if the example is frames, not only the blocks in them. */
export function hasFrames({ options }: LearnExample): boolean {
  return options.content === "frames";
}

/**
 * Lines of three dashes separate the title, the bytes and the notes. `text=`
 * names one of the page's examples instead of the bytes. A note is a number of
 * bytes and their meaning; an empty line ends a block's notes.
 */
export function parseExample({ head, body }: FencedExample): LearnExample {
  const [id = "", ...settings] = head.split(" ");
  const { text, row = null, ...options } = Object.fromEntries(settings.map((setting) => setting.split("=")));
  const [title = "", ...parts] = body.split("\n---\n");
  const paragraphs = (parts.at(-1) ?? "").split("\n\n");
  const about = /^\d/.test(paragraphs[0] ?? "") ? null : (paragraphs.shift() ?? null);
  return {
    id,
    title,
    text: text === undefined ? `${parts[0]}\n` : textOf(text),
    options,
    row: row === null ? null : Number(row),
    about,
    notes: paragraphs.map(parseNotes),
  };
}

function parseNotes(lines: string): ByteNote[] {
  let to = 0;
  return lines.split("\n").map((line) => {
    const from = to;
    const [bytes = ""] = line.split(" ", 1);
    to += Number(bytes);
    return { from, to, words: line.slice(bytes.length + 1) };
  });
}
