/** The capstone: three blocks, and the parts of each representation with the decoder's answers. */
import type { TriedRow } from "../../engine/try-out";
import {
  type Composed,
  type Composition,
  type Part as Explained,
  KINDS,
  type Kind,
  type OpenOptions,
} from "../../engine/types";
import { textOf } from "../../examples/texts";
import type { Field, Tools } from "../exercises/exercise";
import { type Random, randomOf } from "../exercises/random";
import { SHAPES, spelled } from "../exercises/wire";

export const TABLE_SIZE = 256;

/** Bits of a representation, end exclusive. */
type Bits = { from: number; to: number };
export type Blank = { name: string; is: "kind" | "number" | "text"; answer: string };

/** What is asked at once. */
export type Part = {
  title: string;
  rule: string;
  blanks: readonly Blank[];
  /** The bits that hold the answer; null if it is in none. */
  bits: Bits | null;
};

/** A representation, with the entries before it, newest first. */
export type Step = {
  stage: number;
  bytes: readonly number[];
  parts: readonly Part[];
  before: readonly Field[];
};

export type Task = {
  /** The bytes of each block. */
  blocks: readonly (readonly number[])[];
  steps: readonly Step[];
};

type Compose = (composition: Composition) => Promise<Composed>;

/** Variant 0 is RFC 7541 Appendix C.6; others are made alike. */
export async function taskOf(variant: number, tryOut: Tools["tryOut"], compose: Compose): Promise<Task> {
  const text = variant === 0 ? textOf("rfc7541-c6") : await encoded(listsOf(randomOf(variant)), compose);
  const whole = await tried(tryOut, text);
  const blocks = whole.map(({ bytes }) => bytes);
  const steps: Step[] = [];
  let before: Field[] = [];
  for (const [stage, { bytes: block, rows }] of whole.entries()) {
    for (const { start, end } of rows) {
      // Each by itself, with the table that the one before has left.
      const bytes = block.slice(start, end);
      const prior = before.map(({ name, value }): [string, string] => [name, value]);
      const [alone] = await tried(tryOut, spelled(bytes), { format: "hex", prior });
      const row = alone?.rows[0];
      if (alone === undefined || row === undefined) throw new Error("a representation is missing");
      steps.push({ stage, bytes, before, parts: partsOf(row, alone.after) });
      before = alone.entries.map(({ name, value }) => ({ name: name ?? "", value: value ?? "" }));
    }
  }
  return { blocks, steps };
}

async function tried(tryOut: Tools["tryOut"], text: string, options: Partial<OpenOptions> = {}) {
  const tried = await tryOut(text, { ...options, blocks: "blank", maxTableSize: TABLE_SIZE });
  if (tried.status === "refused") throw new Error(tried.message);
  return tried.blocks;
}

async function encoded(lists: Field[][], compose: Compose): Promise<string> {
  const { blocks } = await compose({
    limit: TABLE_SIZE,
    prior: [],
    policy: { indexing: "always", huffman: "always" },
    framing: { stream: 1, maxFrameSize: 16384, padding: null, endStream: true, priority: null, pushPromise: null },
    blocks: lists.map((list) => ({ changes: [], rows: list.map((field) => ({ ...field, sensitive: false })) })),
  });
  return blocks.map(({ hex }) => hex).join("\n\n");
}

const STATUSES = ["201", "202", "301", "302", "303", "307", "308", "403", "410", "429", "503"];
const CACHE = ["private", "public", "no-cache", "no-store"];
const HOSTS = ["orchard", "harbor", "library", "foundry", "meadow", "quarry"];
const ENCODINGS = ["gzip", "br", "deflate", "zstd"];

/** Three responses of which most fields repeat; sizes such that the second and the third evict entries. */
export function listsOf(random: Random): Field[][] {
  const [first = "", second = ""] = random.shuffled(STATUSES);
  const sent = Date.UTC(2013, 9, random.between(1, 31), random.between(0, 22), random.between(0, 59), 21);
  const [date, later] = [0, random.between(1, 59)].map((seconds) => dateField(sent + 1000 * seconds)) as [Field, Field];
  const host = random.pick(HOSTS);
  const cache = { name: "cache-control", value: random.pick(CACHE) };
  const location = { name: "location", value: `https://www.${host}.example` };
  const cookie = { name: "set-cookie", value: `id=${random.between(1000, 9999)}; max-age=3600; path=/${host}` };
  const encoding = { name: "content-encoding", value: random.pick(ENCODINGS) };
  const status = (value: string) => ({ name: ":status", value });
  return [
    [status(first), ...random.shuffled([cache, date, location])],
    [status(second), ...random.shuffled([cache, date, location])],
    [status("200"), ...random.shuffled([cache, later, location, encoding, cookie])],
  ];
}

const dateField = (time: number): Field => ({ name: "date", value: new Date(time).toUTCString() });

/** What the decoder found, as questions in the order of the bytes. */
function partsOf(row: TriedRow, after: { size: number; count: number }): Part[] {
  const { kind, name, value, index } = row;
  const { digits } = SHAPES[kind];
  const blank = (name: string, is: Blank["is"], answer: string | number): Blank => ({
    name,
    is,
    answer: String(answer),
  });
  const number = row.parts.find(({ part }) => part === "integer");
  const inBits = numberBits(number);
  const parts: Part[] = [
    {
      title: "Kind",
      rule: "The first bits give the kind: `1`, `01`, `001`, `0001` or `0000`.",
      blanks: [blank("Kind", "kind", kind)],
      bits: { from: 0, to: digits.length },
    },
    {
      title: kind === "size-update" ? "New maximum" : "Index",
      rule: "The number is in the prefix, the bits after the kind. If they are all ones, add the bytes that follow: seven bits each, the lowest first.",
      blanks: [blank(kind === "size-update" ? "Bytes" : "Index", "number", kind === "size-update" ? row.size : index)],
      bits: inBits,
    },
  ];
  const named =
    "Indexes up to 61 are in the static table; 62 is the newest entry of the dynamic table, 63 the one before.";
  if (kind === "indexed") {
    parts.push({
      title: "Field",
      rule: named,
      blanks: [blank("Name", "text", name), blank("Value", "text", value)],
      bits: inBits,
    });
  } else if (index > 0) {
    parts.push({ title: "Name", rule: named, blanks: [blank("Name", "text", name)], bits: inBits });
  }
  for (const part of row.parts) {
    if (part.part === "integer" && part.huffman !== null) {
      parts.push({
        title: part.role === "name-length" ? "Length of the name" : "Length of the value",
        rule: "The first bit, H, is 1 if the string is Huffman-coded. The other seven are the prefix of the length, in bytes.",
        blanks: [blank("H bit", "number", part.huffman ? 1 : 0), blank("Length", "number", part.value)],
        bits: { from: part.start * 8, to: part.end * 8 },
      });
    }
    if (part.part === "string") {
      parts.push({
        title: part.role === "name" ? "Name" : "Value",
        rule: "Look up the codes one after the other in the code table, from five bits on. At the end up to seven ones are padding.",
        blanks: [part.role === "name" ? blank("Name", "text", name) : blank("Value", "text", value)],
        bits: { from: part.start * 8, to: part.end * 8 },
      });
    }
  }
  if (kind === "incremental") {
    parts.push({
      title: "Table afterwards",
      rule: "The entry takes its name, its value and 32 bytes. First the oldest entries are evicted until it fits into 256. The newest entry has index 62.",
      blanks: [
        blank("Entries evicted", "number", row.evicted),
        blank("Index of the oldest entry", "number", 61 + after.count),
        blank("Size of the table", "number", after.size),
      ],
      bits: null,
    });
  }
  return parts;
}

/** The bits of a number after those of the kind. */
function numberBits(part: Explained | undefined): Bits | null {
  if (part?.part !== "integer") return null;
  return { from: part.start * 8 + 8 - part.prefixBits, to: part.end * 8 };
}

/** True if that is the answer; case counts only in values. */
export function isAnswer({ is, name, answer }: Blank, typed: string): boolean {
  const text = typed.trim();
  if (is === "number") return /^\d{1,10}$/.test(text) && Number(text) === Number(answer);
  return (name === "Name" ? text.toLowerCase() : text) === answer;
}

export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text);
}
