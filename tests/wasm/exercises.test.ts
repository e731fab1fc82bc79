/**
 * Every exercise against an independent solver, which knows a task as a reader does, from its question and its data: the
 * page's judge, which asks the real decoder, accepts an answer if and only if the solver does, and the last hint is the
 * answer.
 */
import { expect, test } from "vitest";
import { KINDS } from "../../web/src/engine/types";
import { parseBytes } from "../../web/src/integers/integers-view";
import { CHAPTERS } from "../../web/src/learn/chapters/chapters";
import { type Exercise, GONE, type Task, type Typed } from "../../web/src/learn/exercises/exercise";
import { readAnswer } from "../../web/src/learn/exercises/read-answer";
import { LETTERS } from "../../web/src/learn/exercises/strings";
import { beginning, type HeaderField, literal } from "../../web/src/learn/wire";
import { hexOf } from "../../web/src/ui/figures";
import { attempt, waysOf } from "./exercise-tools";
import { openCapture } from "./opening";
import { Broken, Decoder, type Row, readInteger } from "./rfc";

const VARIANTS = 200;
/** Of the first variants the judge gets all answers, of the others a selection: each answer takes a millisecond. */
const WHOLE = 6;
const SELECTED = 25;
const EXERCISES = CHAPTERS.flatMap(({ exercises }) => exercises);

/** What is known of a task is read from its question and its data, as a reader reads them. */
type Solver = {
  /** Answers of every sort, right and wrong. */
  answers: (task: Task) => readonly Typed[] | Promise<readonly Typed[]>;
  solve: (task: Task) => (answer: Typed) => boolean;
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

/** The number that begins a string of bytes, if it takes all of them. */
function integerIn(bytes: readonly number[], prefix: number): number | null {
  try {
    const { value, end } = readInteger(bytes, 0, prefix);
    return end === bytes.length ? value : null;
  } catch {
    return null;
  }
}

/** What a block decodes to, or the rule that it breaks. */
function decoded(bytes: readonly number[], decoder = new Decoder()): Row[] | Broken {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof Broken) return error;
    throw error;
  }
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

/** Of one number. */
const is =
  (solve: (task: Task) => number | null): Solver["solve"] =>
  (task) => {
    const solution = String(solve(task));
    return ({ number }) => number === solution;
  };

const whichIndex: Solver = {
  answers: () => [{ index: GONE }, ...numbers(upTo(80), "index")],
  solve(task) {
    const [name] = asked(task, /Which index does `(.*?)` have/);
    const maximum = /maximum size is (\d+)/.exec(task.ask)?.[1] ?? "4096";
    const decoder = new Decoder([], Number(maximum));
    decoder.decode(entriesOf(task).flatMap((entry) => literal("incremental", entry.name, entry.value)));
    const at = decoder.entries.findIndex((entry) => entry.name === name);
    return ({ index }) => index === (at < 0 ? GONE : String(62 + at));
  },
};

const decodeByte: Solver = {
  answers: (task) =>
    numbers([...upTo(64), ...around(modelOf(task), 64)]).flatMap((number) =>
      task.fields.length === 1 ? [number] : KINDS.map((kind) => ({ ...number, kind })),
    ),
  solve(task) {
    const [first = 0] = bytesOf(task);
    const bits = first.toString(2).padStart(8, "0").indexOf("1");
    const held = ["indexed", "incremental", "size-update", "never"][bits] ?? "without";
    const prefix = bits === 0 ? 7 : bits > 0 && bits < 4 ? 7 - bits : 4;
    const value = String(integerIn(bytesOf(task), prefix));
    return ({ kind = "indexed", number }) => kind === held && number === value;
  },
};

function fieldAsked(task: Task): HeaderField {
  const [name = "", value = ""] = asked(task, /Write `(:?[^:]+): (.*?)`/);
  return { name, value };
}

/** Static indexes of the names in the tasks, and of none. */
const NAMED = [0, 1, 4, 19, 21, 23, 32, 34, 54, 59];

const fewestBytes = (sensitive: boolean): Solver => ({
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
  solve: (task) => {
    const field = fieldAsked(task);
    return ({ bytes }) => {
      const rows = decoded(bytesIn(bytes), new Decoder(entriesOf(task)));
      const [row] = rows instanceof Broken || rows.length > 1 ? [] : rows;
      return row?.name === field.name && row.value === field.value && (!sensitive || row.kind === "never");
    };
  },
  shortest: true,
});

const findsError: Solver = {
  answers({ fields: [place, rule] }) {
    const valuesOf = (field = place) => (field && "options" in field ? field.options : []).map(({ value }) => value);
    return valuesOf().flatMap((at) => valuesOf(rule).map((code) => ({ at, code })));
  },
  solve(task) {
    const decoder = new Decoder();
    const [, before, limit] = /Before it came `(.*?)`.*SETTINGS_HEADER_TABLE_SIZE (\d+) was/.exec(task.ask) ?? [];
    if (before !== undefined) decoder.decode(bytesIn(before));
    if (limit !== undefined) decoder.setLimit(Number(limit));
    const options = task.fields.flatMap((field) => (field.is === "bytes" ? field.options : []));
    const error = decoded(
      bytesIn(
        options
          .slice(0, -1)
          .map(({ shown }) => shown)
          .join(""),
      ),
      decoder,
    );
    if (!(error instanceof Broken)) throw new Error(task.ask);
    return ({ at, code }) => code === error.code && Number(at) >= error.from && Number(at) < error.to;
  },
};

const prefixOf = (task: Task) => Number(asked(task, /(?:last|prefix of) (\d+) bits/)[0]);

const SOLVERS: Record<string, Solver> = {
  "read-bits": {
    answers: () => numbers(upTo(300)),
    solve: is((task) => (bytesOf(task)[0] ?? 0) % 2 ** prefixOf(task)),
  },
  "next-request": {
    answers: () => numbers(upTo(300)),
    solve: is((task) => {
      const [name, value = ""] = asked(task, /but `(.*?)` is `(.*?)`/);
      // The fewest bytes for each field, in plain text: of all indexes the table and the name in the static table have.
      const sent = new Decoder();
      sent.decode(entriesOf(task).flatMap((entry) => literal("incremental", entry.name, entry.value)));
      const fewest = entriesOf(task).map((entry) => {
        const field = entry.name === name ? { name, value } : entry;
        const ways = upTo(70, 1).flatMap((index) => [
          beginning("indexed", index),
          literal("incremental", index, field.value),
          literal("without", index, field.value),
        ]);
        const right = ways.filter((bytes) => {
          const rows = decoded(bytes, new Decoder(sent.entries));
          return !(rows instanceof Broken) && rows[0]?.name === field.name && rows[0].value === field.value;
        });
        return Math.min(...right.map(({ length }) => length));
      });
      return fewest.reduce((sum, bytes) => sum + bytes, 0);
    }),
  },
  "which-index": whichIndex,
  "which-index-evicting": whichIndex,
  "known-field": decodeByte,
  "decode-octet": decodeByte,
  "read-integer": {
    answers: (task) => numbers([...upTo(600), ...around(modelOf(task), 300), modelOf(task) + 128, modelOf(task) * 128]),
    solve: is((task) => integerIn(bytesOf(task), prefixOf(task))),
  },
  "write-integer": {
    answers: ({ model }) => inHex(changesOf(bytesIn(model.bytes)).filter(({ length }) => length > 0)),
    solve: (task) => (answer) => {
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
    solve(task) {
      // As a value, after `accept` without indexing.
      const rows = decoded([0x0f, 0x04, ...bytesOf(task)]);
      return ({ text }) => !(rows instanceof Broken) && rows[0]?.value === text;
    },
  },
  "broken-string": findsError,
  "find-error": findsError,
  "frame-payload": {
    answers: (task) => numbers(upTo(bytesOf(task).length + 20)),
    // RFC 9113 §4.1 and §6.2.
    solve: is((task) => {
      const [high = 0, middle = 0, low = 0, , flags = 0, ...rest] = bytesOf(task);
      const padding = (flags & 0x08) === 0 ? 0 : 1 + (rest[4] ?? 0);
      return 65536 * high + 256 * middle + low - padding - ((flags & 0x20) === 0 ? 0 : 5);
    }),
  },
  expansion: {
    answers: (task) =>
      numbers([...around(modelOf(task), 20), ...upTo(30).map((fields) => Math.max(modelOf(task) - 32 * fields, 0))]),
    solve: is((task) => {
      const [length, references] = asked(task, /a value of (\d+) bytes.*refers to it (\d+) times/).map(Number);
      return (1 + (references ?? 0)) * (1 + (length ?? 0) + 32);
    }),
  },
};

/** The value of “25 − 1 − 4”, “21 × 163” or “31 + 26 + 10 × 128”. */
function sumIn(text: string): number {
  const summands = text.replaceAll(/\s/g, "").split(/(?=[+−])/);
  return summands.reduce((sum, summand) => {
    const product = summand.replace(/^[+−]/, "").split("×").map(Number);
    return sum + (summand.startsWith("−") ? -1 : 1) * product.reduce((one, other) => one * other);
  }, 0);
}

/** The answer that the last hint spells out. */
function hintedBy({ hints, fields }: Task): Typed {
  const last = hints.at(-1) ?? "";
  const sum = /([\d+−×\s]+)\.$/.exec(last)?.[1] ?? "";
  return Object.fromEntries(
    fields.map((field): [string, string] => {
      const shown = "options" in field ? field.options : [];
      const chosen = shown.find((option) => [...hints].some((hint) => hint.includes(`: ${option.shown}`)));
      const [, place] = /^(?:Byte (\d+)|The end):/.exec(last) ?? [];
      switch (field.is) {
        case "number":
          return [field.name, last.endsWith(`${GONE}.`) ? GONE : String(sumIn(sum))];
        case "hex": {
          const bytes = last.replace(/^.*: (.*)\.$/, "$1").split(", then ");
          return [
            field.name,
            bytes.map((one) => (one.includes("`") ? one.slice(1, -1) : hexOf([sumIn(one)]))).join(" "),
          ];
        }
        case "text": {
          const letters = new Map(Object.entries(LETTERS).map(([letter, code]) => [code, letter]));
          return [field.name, (last.match(/[01]{5,}/g) ?? []).map((code) => letters.get(code)).join("")];
        }
        case "bytes":
          return [field.name, place ?? shown.at(-1)?.value ?? ""];
        default:
          return [field.name, chosen?.value ?? ""];
      }
    }),
  );
}

test.each(EXERCISES)(
  "$id: the judge, an independent solver and the last hint agree",
  async ({ id, make }: Exercise) => {
    const { answers, solve, shortest } = SOLVERS[id] as Solver;
    const seen = new Set<string>();
    for (let variant = 1; variant <= VARIANTS; variant += 1) {
      const task = make(variant);
      seen.add(JSON.stringify(task));
      const all = [task.model, ...(await answers(task))];
      const held = all.map(solve(task));
      const lengthOf = ({ bytes }: Typed) => bytesIn(bytes).length;
      const least = shortest ? Math.min(...all.filter((_, at) => held[at]).map(lengthOf)) : 0;
      expect(held[0], `variant ${variant}: its own answer`).toBe(true);
      expect(hintedBy(task), `variant ${variant}: ${task.hints.at(-1)}`).toEqual(task.model);
      for (const [at, answer] of all.entries()) {
        if (at > 0 && variant > WHOLE && (at + variant) % SELECTED > 0) continue;
        const isRight = held[at] && (!shortest || lengthOf(answer) === least);
        const read = task.fields.map((field) => [field.name, valueIn(readAnswer(field, answer[field.name]))]);
        const verdict = await task.check(Object.fromEntries(read), attempt);
        if (verdict.right !== isRight || verdict.words === "") {
          expect(verdict, `variant ${variant}: ${JSON.stringify(answer)}`).toEqual({ right: isRight, words: "…" });
        }
      }
      expect(breachesOf(task), `variant ${variant}`).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(10);
    expect(JSON.stringify(make(7))).toBe(JSON.stringify(make(7)));
  },
);

const valueIn = (read: ReturnType<typeof readAnswer>) => ("value" in read ? read.value : "");

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
