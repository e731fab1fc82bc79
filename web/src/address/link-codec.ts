/**
 * Links as text. Everything is in the URL's fragment, which a browser never
 * sends. Each view has a table of its links' parameters; parsing and printing
 * both follow it, so that what is printed can be parsed.
 */
import * as v from "valibot";
import { CARES, type OpenOptions, READ_AS, SIDES, SPLITTINGS, TABLES_AT_START } from "../engine/types";
import { parseTableSize } from "../session/options";
import { CHANGE, json, PRIOR, parseOrNull, U32 } from "../session/schemas";
import type { LinkedChoice } from "./benchmark-choice";
import {
  ENCODE_TABS,
  type Guess,
  type LearnPlace,
  type Link,
  NO_LINK,
  type SessionLink,
  VIEWS,
  type View,
} from "./link";
import { pack, unpack } from "./pack";
import { isRequest, OF_REQUESTS, parseRequest, REQUEST_WORDS } from "./request";
import { USUAL_WHAT_IF, type WhatIfChoice } from "./what-if-choice";

/** A parameter of a link. Its default value is left out; `null` if it has no default. */
type Word<Value> = {
  word: string;
  schema: v.GenericSchema<unknown, Value>;
  print: (value: Value) => string;
  usual: Value | null;
};
type Words<Part> = { [Key in keyof Part]?: Word<NonNullable<Part[Key]>> };
/** A parameter for a part of any type. */
type Table = {
  [key: string]: { word: string; schema: v.GenericSchema; print: (value: never) => string; usual: unknown };
};

function text(word: string, pattern = /^/, usual: string | null = null): Word<string> {
  return { word, schema: v.pipe(v.string(), v.regex(pattern)), print: String, usual };
}

function oneOf<const Value extends string>(
  word: string,
  all: readonly Value[],
  usual: Value | null = null,
): Word<Value> {
  return { word, schema: v.picklist(all), print: String, usual };
}

/** A number from `least` to `most`; positions in lists count from 1 in links and from 0 in the page (`shift`). */
function number(word: string, least: number, most: number, shift = 0): Word<number> {
  const schema = v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/),
    v.transform(Number),
    v.minValue(least),
    v.maxValue(most),
    v.transform((value) => value - shift),
  );
  return { word, schema, print: (value) => String(value + shift), usual: null };
}

const nth = (word: string) => number(word, 1, 2 ** 31, 1);

function tableSize(word: string): Word<number> {
  return { word, schema: v.pipe(v.string(), v.transform(parseTableSize), v.number()), print: String, usual: null };
}

function names(word: string, pattern: RegExp, usual: string[] | null = null): Word<string[]> {
  const schema = v.pipe(
    v.string(),
    v.transform((text) => text.split(" ").filter((name) => name !== "")),
    v.array(v.pipe(v.string(), v.regex(pattern))),
  );
  return { word, schema, print: (names) => names.join(" "), usual };
}

function ofJson<Value>(word: string, schema: v.GenericSchema<unknown, Value>, usual: Value | null = null): Word<Value> {
  return { word, schema: json(schema), print: (value) => JSON.stringify(value), usual };
}

const NAME = /^[\w.-]{1,60}$/;
const ID = /^[\w-]{1,40}$/;
const SENDERS = ["client", "server", "unknown"] as const;

/** Most guesses, or names of left-out fields, in a link. */
const GUESSES_MOST = 100;
const LEFT_MOST = 40;

const GUESSES = v.pipe(
  v.array(v.tuple([U32, v.string(), v.nullable(v.string())])),
  v.maxLength(GUESSES_MOST),
  v.transform((guesses) => guesses.map(([row, name, value]): Guess => ({ row: row - 1, name, value }))),
);

const FILTER = v.partial(
  v.strictObject({
    stream: v.nullable(U32),
    kind: v.nullable(U32),
    blocks: v.boolean(),
    sender: v.nullable(v.picklist(SENDERS)),
    text: v.string(),
  }),
);

const SESSION = {
  example: text("example"),
  text: text("text"),
  connection: nth("connection"),
  row: nth("step"),
  block: nth("block"),
  error: nth("error"),
  frame: nth("frame"),
  filter: ofJson("filter", FILTER, {}),
  change: ofJson("change", CHANGE),
  guesses: {
    ...ofJson<Guess[]>("guesses", GUESSES, []),
    print: (guesses) => JSON.stringify(guesses.map(({ row, name, value }) => [row + 1, name, value])),
  },
} satisfies Words<SessionLink>;

const PART = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}-\d{1,10}$/),
  v.transform((part) => part.split("-").map(Number)),
  v.strictTuple([v.pipe(v.number(), v.maxValue(2 ** 31)), v.pipe(v.number(), v.maxValue(2 ** 31))]),
);

const OPTIONS = {
  blocks: oneOf("blocks", SPLITTINGS),
  sides: oneOf("sides", SIDES),
  format: text("format", ID),
  content: oneOf("content", READ_AS),
  part: { word: "part", schema: PART, print: (part) => part.join("-"), usual: null },
  start: oneOf("start", TABLES_AT_START),
  maxTableSize: tableSize("table"),
  prior: ofJson("prior", PRIOR),
} satisfies Words<OpenOptions>;

const WHAT_IF = {
  side: oneOf("side", SENDERS),
  choices: text("policy", ID, USUAL_WHAT_IF.choices),
  huffman: text("coding", ID),
  maximum: tableSize("size"),
  compare: names("compare", ID, USUAL_WHAT_IF.compare),
} satisfies Words<WhatIfChoice>;

const CHOICE = {
  stage: text("stage", NAME),
  engines: names("engines", NAME),
  workloads: names("workloads", NAME),
  baseline: text("baseline", NAME),
  care: oneOf("care", CARES, "usual"),
} satisfies Words<LinkedChoice>;

const LEARN = {
  chapter: text("chapter"),
  exercise: text("exercise"),
  variant: number("variant", 0, 2 ** 31),
  heading: text("heading", ID),
  byte: text("byte", /^\d{1,4}-\d{1,9}$/),
  row: text("row", ID),
} satisfies Words<LearnPlace>;

const { example, row } = SESSION;

const PRESENT: Word<boolean> = {
  word: "present",
  schema: v.pipe(
    v.literal("1"),
    v.transform(() => true),
  ),
  print: () => "1",
  usual: false,
};

/** Parts of a link: the first table's are values of the link, the others are objects in it. */
const FLAT = {
  view: { view: oneOf("view", VIEWS, "inspect") } satisfies Words<Link>,
  session: SESSION,
  example: { example, row },
  integers: { bytes: text("octets"), prefix: number("prefix", 1, 8) } satisfies Words<Link>,
  encode: { tab: oneOf("tab", ENCODE_TABS, "build"), composition: text("fields") } satisfies Words<Link>,
  present: { present: PRESENT } satisfies Words<Link>,
  left: { left: names("left", /^/, []) } satisfies Words<Link>,
};
const NESTED = { options: OPTIONS, whatIf: WHAT_IF, choice: CHOICE, learn: LEARN };
const PARTS = { ...FLAT, ...NESTED };
type Part = keyof typeof PARTS;

function isNested(part: Part): part is keyof typeof NESTED {
  return part in NESTED;
}

const PARTS_OF: Record<View, Part[]> = {
  inspect: ["session", "options", "present", "left"],
  explain: ["session", "options", "present", "left"],
  encode: ["encode", "session", "options", "whatIf", "left"],
  integers: ["integers"],
  benchmark: ["choice", "session", "options", "left"],
  learn: ["example", "learn", "present"],
};

/** Parses a fragment, with or without its “#”; unreadable parameters are left out, and named. */
export async function parseFragment(fragment: string): Promise<Link> {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  if (isRequest(words)) return parseRequest(words);
  const damaged: string[] = [];
  for (const { word } of PACKED) {
    const packed = words.get(word);
    const unpacked = packed === null ? null : await unpack(packed);
    if (unpacked !== null) words.set(word, unpacked);
    else if (packed !== null) damaged.push(word);
    if (unpacked === null) words.delete(word);
  }
  const link = parseWords(words);
  return { ...link, unread: [...damaged, ...link.unread] };
}

/** Compressed in an address, plain in a browser's storage. */
const PACKED = [SESSION.text, FLAT.encode.composition];

export function parseWords(words: URLSearchParams): Link {
  const rest = new Map(words);
  const unread: string[] = [];

  function read(table: Table): { [key: string]: unknown } {
    const values: { [key: string]: unknown } = {};
    for (const [key, { word, schema }] of Object.entries(table)) {
      const param = rest.get(word);
      if (param === undefined) continue;
      rest.delete(word);
      const value = parseOrNull(schema, param);
      if (value === null) unread.push(word);
      else values[key] = value;
    }
    return values;
  }

  let link: Link = { ...NO_LINK, ...read(FLAT.view) };
  for (const part of PARTS_OF[link.view]) {
    const values = read(PARTS[part]);
    link = isNested(part) ? { ...link, [part]: { ...link[part], ...values } } : { ...link, ...values };
  }
  for (const word of rest.keys()) unread.push(OF_REQUESTS.includes(word) ? `${word} without v=1` : word);
  return { ...link, left: link.left.slice(0, LEFT_MOST), unread };
}

export async function printFragment(link: Link): Promise<string> {
  const words = printWords(link);
  for (const { word } of PACKED) {
    const plain = words.get(word);
    if (plain !== null) words.set(word, await pack(plain));
  }
  return words.toString();
}

/** The parameters of a link, uncompressed. */
export function printWords(link: Link): URLSearchParams {
  const words = new URLSearchParams();

  function print(table: Table, values: object): void {
    const given = new Map(Object.entries(values));
    for (const [key, { word, print, usual }] of Object.entries(table)) {
      const value = given.get(key) ?? null;
      if (value !== null && JSON.stringify(value) !== JSON.stringify(usual)) words.set(word, print(value as never));
    }
  }

  print(FLAT.view, link);
  for (const part of PARTS_OF[link.view]) print(PARTS[part], isNested(part) ? link[part] : link);
  return words;
}

const PROBLEMS: { [word: string]: string } = {
  v: "It was made by another version of this page.",
  view: "It names a view that does not exist.",
  text: "Its text is damaged or cut off.",
  fields: "The fields in it are damaged or cut off.",
  prior: "Its table entries can't be read.",
  change: "The change that was applied can't be read.",
  guesses: "The guesses in it can't be read.",
  table: "Its table size is not a number.",
  panes: "The panes in it are not among bytes, fields, step and table.",
  step: "Its step is not a number.",
  block: "Its block is not a number.",
};

/** Number of unread parameters that are named. */
const NAMED = 5;

/**
 * Sentences about the parts of a link that can't be shown. `isExample`: its
 * example exists. Learn checks its own names.
 */
export function problemsOf({ example, unread, left }: Link, isExample: boolean): string[] {
  const problems = unread.slice(0, NAMED).map(problemOf);
  if (example !== null && !isExample) {
    problems.push(`There is no example “${cut(example)}”: choose another under “Examples”.`);
  }
  if (left.length > 0) {
    problems.push(
      `It leaves out the values of these fields: ${left.map(cut).join(", ")}. Sizes and bytes differ without them.`,
    );
  }
  return problems;
}

function problemOf(word: string): string {
  if (Object.hasOwn(PROBLEMS, word)) return PROBLEMS[word] ?? "";
  const [, name = word, how] = /^(.*) (with|without) v=1$/.exec(word) ?? [];
  if (how === "without") return `“${name}” is only read in a link that also has “v=1” and “block”.`;
  if (how === "with") return `“${cut(name)}” is not read in a link with “v=1”, only ${REQUEST_WORDS.join(", ")}.`;
  return `“${cut(word)}” in it can't be read.`;
}

/** Shortens a word of an address, which can have any length. */
function cut(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}
