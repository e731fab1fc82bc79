/** A capstone: its blocks, and the parts of each representation with the decoder's answers. */
import type { TriedBlock, TriedRow } from "../../engine/try-out";
import { type Composed, type Composition, KINDS, type Kind, type OpenOptions } from "../../engine/types";
import { textOf } from "../../examples/texts";
import { hexOf } from "../../ui/figures";
import { KIND_NAMES } from "../../ui/kind";
import { type AnswerField, right, type Task, type TryOut, type Typed, wrong } from "../exercises/exercise";
import { type Random, randomOf } from "../exercises/random";
import { bitsOf, type HeaderField, SHAPES } from "../wire";
import { shortBlock } from "./short";

/** One block, or three for a table that is small from the beginning. */
export const SORTS = ["short", "long"] as const;
export type Sort = (typeof SORTS)[number];

/** The table's maximum size at the beginning. */
export const TABLE_SIZE: Record<Sort, number> = { short: 4096, long: 256 };

/** A representation, with the entries before it, newest first. */
export type TaskStep = {
  stage: number;
  bytes: readonly number[];
  /** What is asked at once, with its answers by what they are. */
  parts: readonly Task[];
  before: readonly HeaderField[];
};

export type Capstone = {
  sort: Sort;
  variant: number;
  /** The bytes of each block. */
  blocks: readonly (readonly number[])[];
  steps: readonly TaskStep[];
};

type Compose = (composition: Composition) => Promise<Composed>;

export function nameOf({ sort, variant }: Pick<Capstone, "sort" | "variant">): string {
  if (sort === "long" && variant === 0) return "RFC 7541 Appendix C.6";
  return `${sort === "short" ? "Short" : "Long"}, variant ${variant}`;
}

/** Variant 0 of the long one is RFC 7541 Appendix C.6; others are made alike. */
export async function capstoneOf(sort: Sort, variant: number, tryOut: TryOut, compose: Compose): Promise<Capstone> {
  const random = randomOf(variant);
  const long = () => (variant === 0 ? textOf("rfc7541-c6") : encoded(listsOf(random), compose));
  const text = sort === "short" ? hexOf(shortBlock(random)) : await long();
  let maximum = TABLE_SIZE[sort];
  const whole = await tried(tryOut, text, maximum);
  const steps: TaskStep[] = [];
  let before: HeaderField[] = [];
  for (const [stage, { bytes: block, rows }] of whole.entries()) {
    for (const { start, end } of rows) {
      // Each by itself, with the table that the one before has left.
      const bytes = block.slice(start, end);
      const prior = before.map(({ name, value }): [string, string] => [name, value]);
      const [alone] = await tried(tryOut, hexOf(bytes), maximum, { format: "hex", prior });
      const row = alone?.rows[0];
      if (alone === undefined || row === undefined) throw new Error("a representation is missing");
      steps.push({ stage, bytes, before, parts: partsOf(bytes, row, alone.after) });
      maximum = alone.after.maxSize;
      before = alone.entries.map(({ name, value }) => ({ name: name ?? "", value: value ?? "" }));
    }
  }
  return { sort, variant, blocks: whole.map(({ bytes }) => bytes), steps };
}

async function tried(tryOut: TryOut, text: string, maxTableSize: number, options: Partial<OpenOptions> = {}) {
  const tried = await tryOut(text, { ...options, blocks: "blank", maxTableSize });
  if (tried.status === "refused") throw new Error(tried.message);
  return tried.blocks;
}

async function encoded(lists: HeaderField[][], compose: Compose): Promise<string> {
  const { blocks } = await compose({
    limit: TABLE_SIZE.long,
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
export function listsOf(random: Random): HeaderField[][] {
  const [first = "", second = ""] = random.shuffled(STATUSES);
  const sent = Date.UTC(2013, 9, random.between(1, 31), random.between(0, 22), random.between(0, 59), 21);
  const [date, later] = [0, random.between(1, 59)].map((seconds) => dateField(sent + 1000 * seconds)) as [
    HeaderField,
    HeaderField,
  ];
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

const dateField = (time: number): HeaderField => ({ name: "date", value: new Date(time).toUTCString() });

const NAMED =
  "Indexes up to 61 are in the static table; 62 is the newest entry of the dynamic table, 63 the one before.";
const KIND_OPTIONS = KINDS.map((kind) => ({ value: kind, shown: KIND_NAMES[kind], kind }));

/** What the decoder found, as questions in the order of the bytes. */
function partsOf(bytes: readonly number[], row: TriedRow, after: TriedBlock["after"]): Task[] {
  const { kind, name, value, index } = row;
  const parts: Task[] = [];
  /** The bits from `from` to `to`, which hold the answer, are the last hint. */
  function ask(
    title: string,
    rule: string,
    bits: { from: number; to: number } | null,
    answers: Record<string, string | number>,
  ) {
    const model = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, String(answer)]));
    const fields = Object.entries(answers).map(([name, answer]): AnswerField => {
      if (name === "Kind") return { name, label: name, is: "kinds", options: KIND_OPTIONS };
      return { name, label: name, is: typeof answer === "number" ? "number" : "text" };
    });
    const hints = bits === null ? [rule] : [rule, marked(bytes, bits)];
    parts.push({ ask: title, rule: "", fields, hints, model, check: (typed) => verdictOn(model, typed) });
  }

  const number = row.parts.find(({ part }) => part === "integer");
  const inBits =
    number?.part !== "integer" ? null : { from: number.start * 8 + 8 - number.prefixBits, to: number.end * 8 };
  const digits = SHAPES[kind].digits.length;
  ask(
    "Kind",
    "The first bits give the kind: `1`, `01`, `001`, `0001` or `0000`.",
    { from: 0, to: digits },
    { Kind: kind },
  );
  ask(
    kind === "size-update" ? "New maximum" : "Index",
    "The number is in the prefix, the bits after the kind. If they are all ones, add the bytes that follow: seven bits each, the lowest first.",
    inBits,
    kind === "size-update" ? { Maximum: row.size } : { Index: index },
  );
  if (kind === "indexed") ask("Field", NAMED, inBits, { Name: name, Value: value });
  else if (index > 0) ask("Name", NAMED, inBits, { Name: name });
  for (const part of row.parts) {
    if (part.part === "reference") continue;
    const bits = { from: part.start * 8, to: part.end * 8 };
    if (part.part === "string") {
      ask(
        part.role === "name" ? "Name" : "Value",
        "Look up the codes one after the other in the code table, from five bits on. At the end up to seven ones are padding.",
        bits,
        part.role === "name" ? { Name: name } : { Value: value },
      );
    } else if (part.huffman !== null) {
      ask(
        part.role === "name-length" ? "Length of the name" : "Length of the value",
        "The first bit, H, is 1 if the string is Huffman-coded. The other seven are the prefix of the length, in bytes.",
        bits,
        { "H bit": part.huffman ? 1 : 0, Length: part.value },
      );
    }
  }
  if (kind === "incremental") {
    ask(
      "Table afterwards",
      `The entry takes its name, its value and 32 bytes. First the oldest entries are evicted until it fits into ${after.maxSize}. The newest entry has index 62.`,
      null,
      {
        "Entries evicted": row.evicted,
        "Index of the oldest entry": 61 + after.count,
        "Size of the table": after.size,
      },
    );
  }
  return parts;
}

/** Case counts only in values. */
function verdictOn(model: Typed, typed: Typed) {
  const differ = Object.entries(model).filter(([name, answer]) => {
    const text = typed[name] ?? "";
    return (name === "Name" ? text.toLowerCase() : text) !== answer;
  });
  if (differ.length === 0) return right("");
  // “H bit” keeps its letter.
  const names = differ.map(([name]) => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
  return wrong(`The ${names.join(" and the ")} ${names.length === 1 ? "is" : "are"} wrong.`);
}

/** The bits of the bytes that hold an answer, with the answer's own stressed. */
function marked(bytes: readonly number[], { from, to }: { from: number; to: number }): string {
  const first = Math.floor(from / 8);
  const held = bytes.slice(first, Math.ceil(to / 8)).map((byte, at) => {
    const start = 8 * (first + at);
    const digits = bitsOf([byte]);
    const [begin, end] = [Math.max(0, from - start), Math.min(8, to - start)];
    return `${digits.slice(0, begin)}*${digits.slice(begin, end)}*${digits.slice(end)}`;
  });
  return `Its bits: ${held.join(" ")}`;
}

/** An answer as it is shown. */
export function answerText(answer: string): string {
  return KIND_NAMES[answer as Kind] ?? answer;
}
