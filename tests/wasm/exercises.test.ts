/**
 * Every exercise, by brute force: it accepts an answer if and only if the real decoder confirms it. All answers that a
 * reader could give are tried, or a fair selection where there are too many.
 */
import { explainInteger } from "@wasm/hpack_inspector_wasm";
import { expect, test } from "vitest";
import type { Tried, TriedBlock } from "../../web/src/engine/try-out";
import type { Fault, IntegerExplanation, Kind } from "../../web/src/engine/types";
import { CHAPTERS } from "../../web/src/learn/chapters/chapters";
import type { Exercise, Field, TaskBase } from "../../web/src/learn/exercises/exercise";
import { FAULT_CODES } from "../../web/src/learn/exercises/faults";
import { findError } from "../../web/src/learn/exercises/find-error";
import { LETTERS } from "../../web/src/learn/exercises/letters";
import { beginning, literal, parseBytes, spelled } from "../../web/src/learn/exercises/wire";
import { attempt, tools } from "./exercise-tools";
import { openCapture } from "./opening";

const VARIANTS = 200;
const EXERCISES = CHAPTERS.flatMap(({ exercises }) => exercises);

type Oracle = {
  /** Answers of every sort, right and wrong. */
  answers: (task: never, model: never) => readonly unknown[] | Promise<readonly unknown[]>;
  /** True if the decoder bears the answer out. */
  holds: (task: never, answer: never) => boolean | Promise<boolean>;
  /** Of several that hold, only the shortest is right. */
  shortest?: true;
};

const upTo = (most: number, least = 0) => Array.from({ length: most - least + 1 }, (_, at) => least + at);
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

async function blocksShown({ show }: TaskBase): Promise<TriedBlock[]> {
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

const bytesIn = (hex: string) => [...(parseBytes(hex) ?? [])];

type Asked = TaskBase & { asked: Field };

/** The dynamic index of the asked field after the task's block; no static entry has such a name. */
async function indexOf({ show, asked }: Asked): Promise<number | null> {
  for (const index of upTo(70, 62)) {
    const text = `${show?.text}\n\n${spelled(beginning("indexed", index))}`;
    const [, block] = blocksOf(await attempt(text, { blocks: "blank" }));
    const [row] = block?.rows ?? [];
    if (row?.name === asked.name && row.value === asked.value) return index;
  }
  return null;
}

const whichIndex: Oracle = {
  answers: () => [{ index: null }, ...upTo(80).map((index) => ({ index }))],
  holds: async (task: Asked, { index }: { index: number | null }) => index === (await indexOf(task)),
};

const KINDS: Kind[] = ["indexed", "incremental", "without", "never", "size-update"];

const decodeByte: Oracle = {
  answers: (_, { number }: { number: number }) =>
    KINDS.flatMap((kind) => [...upTo(64), ...around(number, 64)].map((number) => ({ kind, number }))),
  async holds({ bytes }: { bytes: number[] }, { kind, number }: { kind: Kind; number: number }) {
    // Whatever follows, a literal has a name and a value.
    const [block] = blocksOf(await attempt(spelled([...bytes, 1, 0x61, 1, 0x61]), { blocks: "blank" }));
    const row = block?.rows[0];
    return row?.kind === kind && (kind === "size-update" ? row.size : row.index) === number;
  },
};

type Fewest = TaskBase & { prior: Field[]; field: Field; sensitive: boolean };

/** Static indexes of the names in the tasks, and of none. */
const NAMED = [0, 1, 4, 19, 21, 23, 32, 34, 54, 59];

const fewestBytes: Oracle = {
  async answers({ prior, field, sensitive }: Fewest, model: string) {
    const bytes = bytesIn(model);
    const ways = await tools.ways(prior, field, sensitive);
    const indexed = [...upTo(16), ...upTo(68, 60)].map((index) => beginning("indexed", index));
    const literals = (["incremental", "without", "never"] as const).flatMap((kind) =>
      [...NAMED, ...upTo(66, 62)].map((index) => literal(kind, index || field.name, field.value)),
    );
    // Any first byte, and each other byte with a bit flipped.
    const starts = upTo(255).map((byte) => bytes.with(0, byte));
    const flipped = bytes.map((byte, at) => bytes.with(at, byte ^ 1));
    return [...ways.map(({ hex }) => hex), ...[...indexed, ...literals, ...starts, ...flipped].map(spelled)];
  },
  async holds({ prior, field, sensitive }: Fewest, answer: string) {
    const pairs = prior.map(({ name, value }): [string, string] => [name, value]);
    const tried = await attempt(answer, { blocks: "blank", format: "hex", prior: pairs });
    const [block] = tried.status === "ok" ? tried.blocks : [];
    const [row, ...more] = block?.rows ?? [];
    if (block === undefined || block.fault !== null || row === undefined || more.length > 0) return false;
    return row.name === field.name && row.value === field.value && (!sensitive || row.kind === "never");
  },
  shortest: true,
};

const findsError: Oracle = {
  answers: ({ bytes }: { bytes: number[] }) =>
    upTo(bytes.length + 3).flatMap((at) => FAULT_CODES.map((code) => ({ at, code }))),
  async holds(task: TaskBase, { at, code }: { at: number; code: string }) {
    const { bytes, fault } = (await blocksShown(task)).at(-1) ?? { bytes: [], fault: null };
    return fault !== null && code === fault.code && placesOf(bytes, fault).includes(at);
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
      return bytes[at] === 0x3f
        ? upTo(
            bytes.findIndex((byte, place) => place > at && byte < 0x80),
            at,
          )
        : [at];
    default:
      return [at];
  }
}

type Integer = { value: number; prefix: number; bytes: number[] };

const ORACLES: Record<string, Oracle> = {
  "read-bits": {
    answers: () => upTo(300),
    // A prefix that is full would not end in its byte.
    holds: ({ bytes, prefix }: Integer, answer: number) => answer === (integerIn(bytes, prefix) ?? 2 ** prefix - 1),
  },
  "next-request": {
    answers: () => upTo(300),
    async holds(task: TaskBase & { fields: Field[]; changed: Field }, answer: number) {
      const [, block] = await blocksShown(task);
      const said = task.fields.map((field) => (field.name === task.changed.name ? task.changed : field));
      const sent = block?.rows.slice(3).map(({ name, value }) => ({ name, value }));
      return JSON.stringify(sent) === JSON.stringify(said) && answer === (block?.bytes.length ?? 0) - 3;
    },
  },
  "which-index": whichIndex,
  "which-index-evicting": whichIndex,
  "known-field": decodeByte,
  "decode-octet": decodeByte,
  "read-integer": {
    answers: (_, model: number) => [...upTo(600), ...around(model, 300), model + 128, model * 128],
    holds: ({ bytes, prefix }: Integer, answer: number) => answer === integerIn(bytes, prefix),
  },
  "write-integer": {
    answers: (_, model: string) => changesOf(bytesIn(model)).map(spelled),
    holds: ({ value, prefix }: Integer, answer: string) => {
      const bytes = bytesIn(answer);
      return (bytes[0] ?? 0) < 2 ** prefix && integerIn(bytes, prefix) === value;
    },
    shortest: true,
  },
  "fewest-octets": fewestBytes,
  "keep-it-out": fewestBytes,
  "read-string": {
    answers(_, model: string) {
      const letters = Object.keys(LETTERS);
      const changed = Array.from(model).flatMap((_, at) =>
        letters.map((letter) => [...model].with(at, letter).join("")),
      );
      const longer = letters.flatMap((letter) => [model + letter, letter + model]);
      return [...changed, ...longer, model.slice(1), model.slice(0, -1), model.toUpperCase()];
    },
    async holds(task: TaskBase, answer: string) {
      return (await blocksShown(task))[0]?.rows.at(-1)?.value === answer;
    },
  },
  "broken-string": findsError,
  "find-error": findsError,
  "frame-payload": {
    answers: ({ bytes }: { bytes: number[] }) => upTo(bytes.length + 20),
    holds({ show }: TaskBase, answer: number) {
      const { inspector } = openCapture(show?.text ?? "", show?.options);
      try {
        return inspector.bytes(0).length === answer;
      } finally {
        inspector.free();
      }
    },
  },
  expansion: {
    answers: (_, model: number) => [...around(model, 20), ...upTo(30).map((fields) => model - 32 * fields)],
    async holds(task: TaskBase, answer: number) {
      const rows = (await blocksShown(task))[0]?.rows ?? [];
      return answer === rows.reduce((sum, { name, value }) => sum + name.length + value.length + 32, 0);
    },
  },
};

test.each(EXERCISES)("$id accepts what the decoder confirms, and nothing else", async ({ id, of }: Exercise) => {
  const { answers, holds, shortest } = ORACLES[id] as Oracle;
  const asked = new Set<string>();
  for (let variant = 1; variant <= VARIANTS; variant += 1) {
    const task = of.generate(variant) as never;
    asked.add(JSON.stringify(task));
    const model = (await of.model(task, tools)) as never;
    const all = [model, ...((await answers(task, model)) as never[])];
    const held = await Promise.all(all.map((answer) => holds(task, answer)));
    const lengthOf = (answer: string) => bytesIn(answer).length;
    const least = shortest ? Math.min(...all.filter((_, at) => held[at]).map(lengthOf)) : 0;
    expect(held[0], `variant ${variant}: its own answer`).toBe(true);
    for (const [at, answer] of all.entries()) {
      const isRight = held[at] && (!shortest || lengthOf(answer) === least);
      const verdict = await of.judge(task, answer, tools);
      if (verdict.right !== isRight || verdict.words === "") {
        expect(verdict, `variant ${variant}: ${JSON.stringify(answer)}`).toEqual({ right: isRight, words: "…" });
      }
    }
    // What is shown can be typed, and is read as it was.
    expect(of.read(of.write(model), task)).toEqual(model);
    expect(breachesOf(task), `variant ${variant}`).toEqual([]);
  }
  expect(asked.size).toBeGreaterThan(10);
  expect(of.generate(7)).toEqual(of.generate(7));
});

/** The rules of RFC 9113 §8 that the fields of a task break, by the real core. */
function breachesOf({ show }: TaskBase): string[] {
  if (show === null) return [];
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

const exerciseOf = (id: string) => EXERCISES.find((exercise) => exercise.id === id)?.of as Exercise["of"];

/** What is said to right answers. */
async function praises(of: Exercise["of"]): Promise<string[]> {
  const variants = upTo(VARIANTS, 1).map((variant) => of.generate(variant));
  return Promise.all(variants.map(async (task) => (await of.judge(task, await of.model(task, tools), tools)).words));
}

test("a verdict says no field with nothing behind its colon, and nothing about Inspect", async () => {
  expect((await praises(exerciseOf("decode-octet"))).filter((words) => /:\s*`/.test(words))).toEqual([]);
  const advice = /conforming peer|add a line|unknown start|mid-connection/;
  expect((await praises(exerciseOf("find-error"))).filter((words) => advice.test(words))).toEqual([]);
});

test.each(FAULT_CODES)("%s: the block breaks this rule, and only at its end", async (code) => {
  for (const variant of upTo(100, 1)) {
    const blocks = await blocksShown(findError([code]).generate(variant));
    expect(blocks.map(({ fault }) => fault?.code ?? null)).toEqual([...blocks.slice(1).map(() => null), code]);
    const { bytes = [], fault } = blocks.at(-1) ?? {};
    // At the end of its string, the ones of EOS could be taken for padding.
    if (code === "huffman-eos") expect([undefined, 0xff]).not.toContain(bytes[(fault?.at ?? 0) + 1]);
  }
});

test("an entry that is asked for is gone in some variants, and left in most", async () => {
  const gone = (await praises(exerciseOf("which-index-evicting"))).filter((words) =>
    words.startsWith("It was evicted"),
  );
  expect(gone.length).toBeGreaterThan(VARIANTS / 10);
  expect(gone.length).toBeLessThan(VARIANTS / 2);
});

test("the two questions about indexes differ", () => {
  for (const variant of upTo(VARIANTS, 1)) {
    const [one, other] = ["which-index", "which-index-evicting"].map((id) => exerciseOf(id).generate(variant).ask);
    expect(one).not.toBe(other);
  }
});
