/** What a chapter is made of, and how its examples are read from its text. */
import type { ComponentType } from "react";
import type { OpenOptions } from "../../engine/types";
import { textOf } from "../../examples/texts";
import type { Exercise } from "../exercises/exercise";

/** Bytes of a block, or of the frames that carry it, end exclusive; what they say as marked text (see `Marked`). */
export type ByteNote = { from: number; to: number; words: string };

export type LearnExample = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  /** Header blocks or frames, as a person would paste them. */
  text: string;
  options: Partial<OpenOptions>;
  /** The row that is selected at first; null for the first, or the fault. */
  row: number | null;
  /** A sentence before the notes. */
  about: string | null;
  /** Block by block, every byte in order; of frames in one list, with the bytes around the block. */
  notes: readonly ByteNote[][];
};

export type Chapter = {
  id: string;
  title: string;
  /** What the chapter rests on. */
  sections: readonly string[];
  /** A line for the contents. */
  brief: string;
  examples: readonly LearnExample[];
  /** What is read: in its `Before` before the examples, in its `After` after them. */
  Text: ComponentType<{ components: object }>;
  exercises: readonly Exercise[];
};

/** A chapter's text as `*.mdx` exports it. */
export type ChapterText = { default: Chapter["Text"]; examples: readonly FencedExample[] };

/** An example as it stands in the text: “id option=value …”, and the lines below. */
export type FencedExample = { head: string; body: string };

/** Whether the example is frames, and not only the blocks in them. */
export function isFramed({ options }: LearnExample): boolean {
  return options.content === "frames";
}

/**
 * Lines of three dashes part the title, the bytes and the notes. `text=` names one of the page's examples in place of
 * the bytes. A note is a number of bytes and what they say; an empty line ends a block's notes.
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
