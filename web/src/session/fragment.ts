/**
 * What a link says. Everything stands in the URL's fragment, which a browser
 * never sends: the view, the example or the input itself, how it is opened,
 * the selected step, what the benchmark measures, and what is being built.
 */

import type { OpenOptions } from "../engine/types";
import { type LinkedChoice, parseChoice, printChoice } from "./benchmark-choice";
import { DEFAULT_OPTIONS, DEFAULT_TABLE_SIZE, parseTableSize } from "./options";
import type { Change } from "./outside";
import { parseWhatIf, printWhatIf, USUAL_WHAT_IF, type WhatIfChoice } from "./what-if-choice";

export const VIEWS = ["inspect", "encode", "integers", "benchmark", "learn"] as const;
export type View = (typeof VIEWS)[number];

/** The parts of the Encode view. */
export const ENCODE_TABS = ["build", "what-if"] as const;
export type EncodeTab = (typeof ENCODE_TABS)[number];

export type Link = {
  view: View;
  /** An example's id. */
  example: string | null;
  /** The input's text, when the link carries it. */
  text: string | null;
  options: Partial<OpenOptions>;
  /** The selected row. */
  row: number | null;
  /** The change with which it is decoded. */
  change: Change | null;
  /** What is pinned on unknown entries. */
  guesses: Guess[];
  /** Integers view: bytes as hex, and the prefix, bits. */
  bytes: string | null;
  prefix: number | null;
  /** Benchmark view: what is chosen. */
  choice: LinkedChoice;
  /** Encode view: its part, and what is built, as JSON. */
  tab: EncodeTab;
  composition: string | null;
  /** Its part “What if”: what is tried. */
  whatIf: WhatIfChoice;
  /** Learn view: where in it; the example stands above. */
  learn: LearnPlace;
  /** Names of fields with secrets, which the link leaves out. */
  left: string[];
  /** Words of the link that could not be read. */
  unread: string[];
};

/** What an unknown entry is taken to be: the one that the field of this row refers to. A value may be left open. */
export type Guess = { row: number; name: string; value: string | null };

/** A chapter's id, and of an exercise in it the id and which variant. */
export type LearnPlace = { chapter: string | null; exercise: string | null; variant: number | null };

export const NO_LINK: Link = {
  view: "inspect",
  example: null,
  text: null,
  options: {},
  row: null,
  change: null,
  guesses: [],
  bytes: null,
  prefix: null,
  choice: {},
  tab: "build",
  composition: null,
  whatIf: USUAL_WHAT_IF,
  learn: { chapter: null, exercise: null, variant: null },
  left: [],
  unread: [],
};

/**
 * What the words of a link mean. A link says its version only where that is
 * another than this first one; of a later one parts may not be understood.
 */
const VERSION = 1;

/** Longest text that a link may unpack to, characters: a small link must not fill the memory. */
export const LINK_TEXT_MAX = 8_000_000;

export async function printFragment(link: Link): Promise<string> {
  const words = wordsOf(link);
  if (link.text !== null) words.set("text", await pack(link.text));
  if (link.composition !== null) words.set("fields", await pack(link.composition));
  return words.toString();
}

/** A link that carries nothing that is packed. */
export function serializeLink(link: Omit<Link, "text" | "composition">): string {
  return wordsOf(link).toString();
}

function wordsOf(link: Omit<Link, "text" | "composition">): URLSearchParams {
  const words = new URLSearchParams();
  if (link.view !== "inspect") words.set("view", link.view);
  if (link.example !== null) words.set("example", link.example);
  const { blocks, sides, format, content, part, start, maxTableSize, prior } = { ...DEFAULT_OPTIONS, ...link.options };
  if (blocks !== "auto") words.set("blocks", blocks);
  if (sides !== "one") words.set("sides", sides);
  if (format !== null) words.set("format", format);
  if (content !== null) words.set("content", content);
  if (part !== null) words.set("part", part.join("-"));
  if (start !== "fresh") words.set("start", start);
  if (maxTableSize !== DEFAULT_TABLE_SIZE) words.set("table", String(maxTableSize));
  if (prior.length > 0) words.set("prior", JSON.stringify(prior));
  if (link.row !== null) words.set("step", String(link.row + 1));
  if (link.change !== null) words.set("change", JSON.stringify(link.change));
  if (link.guesses.length > 0) {
    words.set("guesses", JSON.stringify(link.guesses.map(({ row, name, value }) => [row + 1, name, value])));
  }
  if (link.bytes !== null) words.set("octets", link.bytes);
  if (link.prefix !== null) words.set("prefix", String(link.prefix));
  printChoice(link.choice, words);
  if (link.view === "encode" && link.tab !== "build") words.set("tab", link.tab);
  printWhatIf(link.whatIf, words);
  const { chapter, exercise, variant } = link.learn;
  if (chapter !== null) words.set("chapter", chapter);
  if (exercise !== null) words.set("exercise", exercise);
  if (variant !== null) words.set("variant", String(variant));
  if (link.left.length > 0) words.set("left", link.left.join(" "));
  return words;
}

/** Reads a fragment, with or without its “#”; what it can't read it leaves out, and names. */
export async function parseFragment(fragment: string): Promise<Link> {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const options: Partial<OpenOptions> = {};
  const unread: string[] = [];
  if (Number(words.get("v") ?? VERSION) !== VERSION) unread.push("v");
  /** What a word says; where it is there and says nothing that can be read, it is named. */
  function told<Said>(word: string, said: Said | null): Said | null {
    if (said === null && words.has(word)) unread.push(word);
    return said;
  }
  const blocks = words.get("blocks");
  if (blocks === "blank" || blocks === "lines") options.blocks = blocks;
  if (words.get("sides") === "fields") options.sides = "fields";
  const format = words.get("format");
  if (format !== null && /^[\w-]{1,40}$/.test(format)) options.format = format;
  const content = words.get("content");
  if (content === "blocks" || content === "frames") options.content = content;
  const part = told("part", partOf(words.get("part")));
  if (part !== null) options.part = part;
  if (words.get("start") === "unknown") options.start = "unknown";
  const table = parseTableSize(words.get("table") ?? "");
  if (told("table", table) !== null && table !== null) options.maxTableSize = table;
  // The checks of what is JSON are loaded for links that have some.
  const hasJson = words.has("prior") || words.has("change") || words.has("guesses");
  const outside = hasJson ? await import("./outside") : null;
  const prior = told("prior", outside?.readPrior(words.get("prior")) ?? null);
  if (prior !== null) options.prior = prior;
  const packed = words.get("text");
  const fields = words.get("fields");
  return {
    view: told("view", VIEWS.find((view) => view === words.get("view")) ?? null) ?? "inspect",
    example: words.get("example"),
    text: told("text", packed === null ? null : await unpack(packed)),
    options,
    row: told("step", wholeNumber(words.get("step"), 1, 2 ** 31, -1)),
    change: told("change", outside?.readChange(words.get("change")) ?? null),
    guesses: told("guesses", outside?.readGuesses(words.get("guesses")) ?? null) ?? [],
    bytes: words.get("octets"),
    prefix: wholeNumber(words.get("prefix"), 1, 8, 0),
    choice: parseChoice(words),
    tab: ENCODE_TABS.find((tab) => tab === words.get("tab")) ?? "build",
    composition: told("fields", fields === null ? null : await unpack(fields)),
    whatIf: parseWhatIf(words),
    learn: {
      chapter: words.get("chapter"),
      exercise: words.get("exercise"),
      variant: wholeNumber(words.get("variant"), 1, 2 ** 31, 0),
    },
    left: words.get("left")?.split(" ").slice(0, LEFT_MOST) ?? [],
    unread,
  };
}

/** Most names of left-out fields that a link may bring. */
const LEFT_MOST = 40;

function wholeNumber(word: string | null, least: number, most: number, shift: number): number | null {
  if (word === null || !/^\d{1,10}$/.test(word)) return null;
  const number = Number(word);
  return number >= least && number <= most ? number + shift : null;
}

/** The start and end of a part of the text, as “12-34”. */
function partOf(word: string | null): [number, number] | null {
  const [start = null, end = null] = (word?.split("-") ?? []).map((number) => wholeNumber(number, 0, 2 ** 31, 0));
  return start === null || end === null ? null : [start, end];
}

/** Deflated, then base64url (RFC 4648 §5) without padding. */
async function pack(text: string): Promise<string> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  let letters = "";
  const CHUNK = 0x8000;
  for (let at = 0; at < bytes.length; at += CHUNK) {
    letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** null when it can't be unpacked, or is longer than LINK_TEXT_MAX. */
async function unpack(word: string): Promise<string | null> {
  try {
    const letters = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = inflated.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (text.length > LINK_TEXT_MAX) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}
