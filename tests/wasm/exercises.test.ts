/**
 * Every exercise, by brute force: it accepts an answer if and only if the real decoder confirms it. All answers that a
 * reader could give are tried, or a fair selection where there are too many.
 */
import { explainInteger } from "@wasm/hpack_inspector_wasm";
import { expect, test } from "vitest";
import type { Tried, TriedBlock } from "../../web/src/engine/try-out";
import { type Fault, type IntegerExplanation, KINDS } from "../../web/src/engine/types";
import { parseBytes } from "../../web/src/integers/integers-view";
import { CHAPTERS } from "../../web/src/learn/chapters/chapters";
import { type Exercise, readField, type Task, type Typed } from "../../web/src/learn/exercises/exercise";
import { LETTERS } from "../../web/src/learn/exercises/strings";
import { beginning, type Field, literal } from "../../web/src/learn/wire";
import { hexOf } from "../../web/src/ui/figures";
import { attempt, waysOf } from "./exercise-tools";
import { openCapture } from "./opening";

const VARIANTS = 100;
const EXERCISES = CHAPTERS.flatMap(({ exercises }) => exercises);

/** What is known of a task is read from its question and its data, as a reader reads them. */
type Oracle = {
  /** Answers of every sort, right and wrong. */
  answers: (task: Task) => readonly Typed[] | Promise<readonly Typed[]>;
  /** True if the decoder bears the answer out. */
  holds: (task: Task, answer: Typed) => boolean | Promise<boolean>;
  /** Of several that hold, only the shortest is right. */
  shortest?: true;
};

const upTo = (most: number, least = 0) => Array.from({ length: most - least + 1 }, (_, at) => least + at);
const numbers = (all: readonly number[], name = "number") => all.map((number): Typed => ({ [name]: String(number) }));
const modelOf = ({ model }: Task) => Number(model.number);
const bytesOf = ({ given }: Task) => given?.bytes ?? [];
const entriesOf = ({ given }: Task) => given?.entries ?? [];

/** The parts of a question that match. */
function asked({ ask }: Task, pattern: RegExp): string[] {
  const found = pattern.exec(ask);
  if (found === null) throw new Error(ask);
  return found.slice(1);
}

const around = (value: number, by: number) => upTo(value + by, Math.max(0, value - by));

/** The number that begins a string of bytes, and whether it takes all of them. */
function integerIn(bytes: readonly number[], prefix: number): number | null {
  const read: IntegerExplanation | null = JSON.parse(explainInteger(Uint8Array.from(bytes), prefix));
  return read?.status === "ok" && read.integer.end === bytes.length ? read.integer.value : null;
}

function blocksOf(tried: Tried): TriedBlock[] {
  if (tried.status === "refused") throw new Error(tried.message);
  return tried.blocks;
}

async function blocksShown({ show }: Task): Promise<TriedBlock[]> {
  return blocksOf(await attempt(show?.text ?? "", show?.options));
}

/** Bytes that differ from an answer in one byte, or in its length. */
function changesOf(model: readonly number[]): number[][] {
  const changed = model.flatMap((_, at) => upTo(255).map((byte) => model.with(at, byte)));
  const longer = upTo(255).flatMap((byte) => [
    [...model, byte],
    [byte, ...model],
  ]);
  // A last byte of a number that says that more follows.
  const padded = [...model.slice(0, -1), (model.at(-1) ?? 0) | 0x80];
  return [...changed, ...longer, model.slice(1), model.slice(0, -1), [...padded, 0], [...padded, 0x80, 0]];
}

const bytesIn = (hex = "") => [...(parseBytes(hex) ?? [])];
const inHex = (all: readonly (readonly number[])[]) => all.map((bytes): Typed => ({ bytes: hexOf(bytes) }));

/** The dynamic index of the field in question after the task's block; no static entry has such a name. */
async function indexOf(task: Task): Promise<number | null> {
  const [name] = asked(task, /Which index does `(.*?)` have/);
  const value = entriesOf(task).find((entry) => entry.name === name)?.value;
  for (const index of upTo(70, 62)) {
    const text = `${task.show?.text}\n\n${hexOf(beginning("indexed", index))}`;
    const [, block] = blocksOf(await attempt(text, { blocks: "blank" }));
    const [row] = block?.rows ?? [];
    if (row?.name === name && row?.value === value) return index;
  }
  return null;
}

const whichIndex: Oracle = {
  answers: () => [{ index: "gone" }, ...numbers(upTo(80), "index")],
  holds: async (task, { index }) => index === ((await indexOf(task)) ?? "gone").toString(),
};

const decodeByte: Oracle = {
  answers: (task) =>
    numbers([...upTo(64), ...around(modelOf(task), 64)]).flatMap((number) =>
      task.fields.length === 1 ? [number] : KINDS.map((kind) => ({ ...number, kind })),
    ),
  async holds(task, { kind = "indexed", number }) {
    // Whatever follows, a literal has a name and a value.
    const bytes = [...bytesOf(task), 1, 0x61, 1, 0x61];
    const [block] = blocksOf(await attempt(hexOf(bytes), { blocks: "blank" }));
    const row = block?.rows[0];
    return row?.kind === kind && String(kind === "size-update" ? row.size : row.index) === number;
  },
};

function fieldAsked(task: Task): Field {
  const [name = "", value = ""] = asked(task, /Write `(:?[^:]+): (.*?)`/);
  return { name, value };
}

/** Static indexes of the names in the tasks, and of none. */
const NAMED = [0, 1, 4, 19, 21, 23, 32, 34, 54, 59];

const fewestBytes = (sensitive: boolean): Oracle => ({
  async answers(task) {
    const bytes = bytesIn(task.model.bytes);
    const field = fieldAsked(task);
    const ways = (await waysOf(entriesOf(task), field, sensitive)).map((hex): Typed => ({ bytes: hex }));
    const indexed = [...upTo(16), ...upTo(68, 60)].map((index) => beginning("indexed", index));
    const literals = (["incremental", "without", "never"] as const).flatMap((kind) =>
      [...NAMED, ...upTo(66, 62)].map((index) => literal(kind, index || field.name, field.value)),
    );
    // The first byte with any bit flipped, and each other byte with its last one.
    const starts = upTo(7).map((bit) => bytes.with(0, (bytes[0] ?? 0) ^ (1 << bit)));
    const flipped = bytes.map((byte, at) => bytes.with(at, byte ^ 1));
    return [...ways, ...inHex([...indexed, ...literals, ...starts, ...flipped])];
  },
  async holds(task, { bytes = "" }) {
    const field = fieldAsked(task);
    const pairs = entriesOf(task).map(({ name, value }): [string, string] => [name, value]);
    const tried = await attempt(bytes, { blocks: "blank", format: "hex", prior: pairs });
    const [block] = tried.status === "ok" ? tried.blocks : [];
    const [row, ...more] = block?.rows ?? [];
    if (block === undefined || block.fault !== null || row === undefined || more.length > 0) return false;
    return row.name === field.name && row.value === field.value && (!sensitive || row.kind === "never");
  },
  shortest: true,
});

const findsError: Oracle = {
  answers({ fields: [place, rule] }) {
    const valuesOf = (field = place) => (field && "options" in field ? field.options : []).map(({ value }) => value);
    return valuesOf().flatMap((at) => valuesOf(rule).map((code) => ({ at, code })));
  },
  async holds(task, { at, code }) {
    const blocks = await blocksShown(task);
    const { bytes, fault } = blocks.at(-1) as TriedBlock;
    // At the end of its string, the ones of EOS could be taken for padding.
    if (fault?.code === "huffman-eos") expect([undefined, 0xff]).not.toContain(bytes[fault.at + 1]);
    if (fault === null || blocks.slice(0, -1).some(({ fault }) => fault !== null)) return false;
    return code === fault.code && placesOf(bytes, fault).includes(Number(at));
  },
};

/** The places that hold a part of what is wrong, by what the decoder reports of it. */
function placesOf(bytes: number[], { code, at, bit, fieldOffset }: Fault): number[] {
  switch (code) {
    case "truncated-integer":
      return upTo(bytes.length, fieldOffset);
    case "truncated-string":
      return upTo(bytes.length, at);
    case "integer-overflow":
      return upTo(at + 6, at);
    case "huffman-eos":
      return upTo(at, Math.floor((8 * at + bit - 29) / 8));
    case "huffman-padding-too-long":
      return ((bytes[at - 1] ?? 0) & 1) === 1 ? [at - 1, at] : [at];
    case "size-update-too-large":
    case "size-update-not-first":
      // A full prefix goes on up to the first byte without its first bit.
      return upTo(bytes[at] === 0x3f ? bytes.findIndex((byte, place) => place > at && byte < 0x80) : at, at);
    default:
      return [at];
  }
}

const prefixOf = (task: Task) => Number(asked(task, /(?:last|prefix of) (\d+) bits/)[0]);

const ORACLES: Record<string, Oracle> = {
  "read-bits": {
    answers: () => numbers(upTo(300)),
    // A prefix that is full would not end in its byte.
    holds: (task, { number }) => number === String(integerIn(bytesOf(task), prefixOf(task)) ?? 2 ** prefixOf(task) - 1),
  },
  "next-request": {
    answers: () => numbers(upTo(300)),
    async holds(task, { number }) {
      const [, block] = await blocksShown(task);
      const [name, value] = asked(task, /but `(.*?)` is `(.*?)`/);
      const said = entriesOf(task).map((field) => (field.name === name ? { name, value } : field));
      const sent = block?.rows.slice(3).map(({ name, value }) => ({ name, value }));
      return JSON.stringify(sent) === JSON.stringify(said) && number === String((block?.bytes.length ?? 0) - 3);
    },
  },
  "which-index": whichIndex,
  "which-index-evicting": whichIndex,
  "known-field": decodeByte,
  "decode-octet": decodeByte,
  "read-integer": {
    answers: (task) => numbers([...upTo(600), ...around(modelOf(task), 300), modelOf(task) + 128, modelOf(task) * 128]),
    holds: (task, { number }) => number === String(integerIn(bytesOf(task), prefixOf(task))),
  },
  "write-integer": {
    answers: ({ model }) => inHex(changesOf(bytesIn(model.bytes)).filter(({ length }) => length > 0)),
    holds: (task, answer) => {
      const bytes = bytesIn(answer.bytes);
      const prefix = prefixOf(task);
      return (bytes[0] ?? 0) < 2 ** prefix && String(integerIn(bytes, prefix)) === asked(task, /Write (\d+)/)[0];
    },
    shortest: true,
  },
  "fewest-octets": fewestBytes(false),
  "keep-it-out": fewestBytes(true),
  "read-string": {
    answers({ model: { text: model = "" } }) {
      const letters = Object.keys(LETTERS);
      const changed = Array.from(model).flatMap((_, at) =>
        letters.map((letter) => [...model].with(at, letter).join("")),
      );
      const longer = letters.flatMap((letter) => [model + letter, letter + model]);
      const all = [...changed, ...longer, model.slice(1), model.slice(0, -1), model.toUpperCase()];
      return all.map((text) => ({ text }));
    },
    async holds(task, { text }) {
      return (await blocksShown(task))[0]?.rows.at(-1)?.value === text;
    },
  },
  "broken-string": findsError,
  "find-error": findsError,
  "frame-payload": {
    answers: (task) => numbers(upTo(bytesOf(task).length + 20)),
    holds({ show }, { number }) {
      const { inspector } = openCapture(show?.text ?? "", show?.options);
      try {
        return String(inspector.bytes(0).length) === number;
      } finally {
        inspector.free();
      }
    },
  },
  expansion: {
    answers: (task) =>
      numbers([...around(modelOf(task), 20), ...upTo(30).map((fields) => Math.max(modelOf(task) - 32 * fields, 0))]),
    async holds(task, { number }) {
      const rows = (await blocksShown(task))[0]?.rows ?? [];
      return number === String(rows.reduce((sum, { name, value }) => sum + name.length + value.length + 32, 0));
    },
  },
};

test.each(EXERCISES)("$id accepts what the decoder confirms, and nothing else", async ({ id, make }: Exercise) => {
  const { answers, holds, shortest } = ORACLES[id] as Oracle;
  const seen = new Set<string>();
  for (let variant = 1; variant <= VARIANTS; variant += 1) {
    const task = make(variant);
    seen.add(JSON.stringify(task));
    const all = [task.model, ...(await answers(task))];
    const held = await Promise.all(all.map((answer) => holds(task, answer)));
    const lengthOf = ({ bytes }: Typed) => bytesIn(bytes).length;
    const least = shortest ? Math.min(...all.filter((_, at) => held[at]).map(lengthOf)) : 0;
    expect(held[0], `variant ${variant}: its own answer`).toBe(true);
    for (const [at, answer] of all.entries()) {
      const isRight = held[at] && (!shortest || lengthOf(answer) === least);
      const read = task.fields.map((field) => [field.name, readField(field, answer[field.name])]);
      const verdict = await task.check(Object.fromEntries(read), attempt);
      if (verdict.right !== isRight || verdict.words === "") {
        expect(verdict, `variant ${variant}: ${JSON.stringify(answer)}`).toEqual({ right: isRight, words: "…" });
      }
    }
    expect(breachesOf(task), `variant ${variant}`).toEqual([]);
  }
  expect(seen.size).toBeGreaterThan(10);
  expect(JSON.stringify(make(7))).toBe(JSON.stringify(make(7)));
});

/** The rules of RFC 9113 §8 that the fields of a task break, by the real core. */
function breachesOf({ show }: Task): string[] {
  if (!show) return [];
  const { inspector, opened } = openCapture(show.text, show.options);
  try {
    if (opened.status !== "ok") throw new Error(show.text);
    return upTo(opened.blocks - 1).flatMap((block) =>
      Array.from(inspector.warningItems(block)).map((item) => inspector.warnings(block, item, item + 1)),
    );
  } finally {
    inspector.free();
  }
}

const exerciseOf = (id: string) => EXERCISES.find((exercise) => exercise.id === id) as Exercise;

/** What is said to right answers. */
async function praises({ make }: Exercise): Promise<string[]> {
  const variants = upTo(VARIANTS, 1).map(make);
  return Promise.all(variants.map(async ({ model, check }) => (await check(model, attempt)).words));
}

test("a verdict says no field with nothing behind its colon, and nothing about Inspect", async () => {
  expect((await praises(exerciseOf("decode-octet"))).filter((words) => /:\s*`/.test(words))).toEqual([]);
  const advice = /conforming peer|add a line|unknown start|mid-connection/;
  expect((await praises(exerciseOf("find-error"))).filter((words) => advice.test(words))).toEqual([]);
});

test("an entry that is asked for is gone in some variants, and left in most", async () => {
  const gone = (await praises(exerciseOf("which-index-evicting"))).filter((words) => /^It was evicted/.test(words));
  expect(gone.length).toBeGreaterThan(VARIANTS / 10);
  expect(gone.length).toBeLessThan(VARIANTS / 2);
});

test("the two questions about indexes differ", () => {
  const asks = (id: string) => upTo(VARIANTS, 1).map((variant) => exerciseOf(id).make(variant).ask);
  const others = asks("which-index-evicting");
  expect(asks("which-index").filter((ask, at) => ask === others[at])).toEqual([]);
});
