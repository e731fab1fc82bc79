import { compose, huffmanCode, huffmanEncode, Inspector } from "@wasm/hpack_inspector_wasm";
import { framing as framingOf } from "@wasm-captures/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import { tryOut } from "../../web/src/engine/try-out";
import type { CodeRow, Fault, Framing } from "../../web/src/engine/types";
import { type ByteNote, isFramed } from "../../web/src/learn/chapters/chapter";
import { CHAPTERS } from "../../web/src/learn/chapters/chapters";
import { CODE_FACTS } from "../../web/src/learn/chapters/code-facts";
import { decodeByte } from "../../web/src/learn/exercises/decode-byte";
import { type ExerciseKind, type TaskBase, toolsOf } from "../../web/src/learn/exercises/exercise";
import { expansion } from "../../web/src/learn/exercises/expansion";
import { FAULT_CODES } from "../../web/src/learn/exercises/faults";
import { fewestBytes } from "../../web/src/learn/exercises/fewest-bytes";
import { findError } from "../../web/src/learn/exercises/find-error";
import { framePayload } from "../../web/src/learn/exercises/frame-payload";
import { readInteger, writeInteger } from "../../web/src/learn/exercises/integers";
import { whichIndex } from "../../web/src/learn/exercises/which-index";
import { wirePlaces } from "../../web/src/learn/live/example-bytes";
import { openCapture } from "./opening";

const KINDS = ["indexed", "incremental", "without", "never", "size-update"] as const;
const LONG_KINDS = ["without", "never", "size-update"] as const;
const VARIANTS = 400;

/** The core's own functions, each on an inspector of its own. */
const tools = toolsOf({
  async tryOut(text, options) {
    const inspector = new Inspector();
    try {
      return tryOut(inspector, text, options);
    } finally {
      inspector.free();
    }
  },
  compose: async (composition) => JSON.parse(compose(JSON.stringify(composition))),
});
const attempt = tools.tryOut;

/** A frame example as the package for captures reads it. */
function framed(text: string, options: object) {
  const { inspector, opened } = openCapture(text, options);
  const framing = JSON.parse(framingOf(inspector, 0)) as Framing | null;
  return { opened, framing, block: inspector.bytes(0) };
}

const EXAMPLES = CHAPTERS.flatMap((chapter) =>
  chapter.examples.map((example) => ({ chapter: chapter.id, ...example })),
);

/** How many bytes the notes are about. */
function bytesOf(notes: readonly ByteNote[] | undefined): number | undefined {
  return notes?.at(-1)?.to;
}

describe("every byte of an example has its sentence", () => {
  test.each(EXAMPLES.filter((example) => !isFramed(example)))("$chapter: $id", async (example) => {
    const tried = await attempt(example.text, example.options);
    if (tried.status === "refused") throw new Error(tried.message);
    expect(example.notes.map(bytesOf)).toEqual(tried.blocks.map(({ bytes }) => bytes.length));
    const rows = tried.blocks.reduce((sum, block) => sum + block.rows.length, 0);
    expect(example.row ?? 0).toBeLessThanOrEqual(rows);
  });

  test.each(EXAMPLES.filter(isFramed))("$chapter: $id, frames", (example) => {
    const { opened, framing } = framed(example.text, example.options);
    expect(opened).toMatchObject({ status: "ok", blocks: 1, faults: 0 });
    expect(framing === null ? 0 : wirePlaces(framing).length).toBe(bytesOf(example.notes[0]));
  });

  test("a note keeps to one representation, or to whole ones", async () => {
    for (const example of EXAMPLES.filter((example) => !isFramed(example))) {
      const tried = await attempt(example.text, example.options);
      if (tried.status === "refused") throw new Error(tried.message);
      tried.blocks.forEach(({ rows }, number) => {
        for (const { from, to, words } of example.notes[number] ?? []) {
          const cut = rows.some(({ end }) => from < end && end < to);
          const whole = rows.some(({ start }) => start === from) && rows.some(({ end }) => end === to);
          expect(cut && !whole, `${example.chapter}, ${example.id}: ${words}`).toBe(false);
        }
      });
    }
  });
});

test.each(EXAMPLES)("no cause is guessed for $chapter: $id", ({ text, options }) => {
  const { inspector, opened } = openCapture(text, options);
  expect(opened.status).toBe("ok");
  expect(JSON.parse(inspector.causes())).toEqual([]);
  const blocks = opened.status === "ok" ? opened.blocks : 0;
  for (let block = 0; block < blocks; block++) expect(JSON.parse(inspector.diagnose(block))).toEqual([]);
});

test("an example that shows an error shows that one", async () => {
  const errors = CHAPTERS.find(({ id }) => id === "errors")?.examples ?? [];
  expect(errors.map(({ id }) => id)).toEqual(["truncated", ...FAULT_CODES].sort((a, b) => order(a) - order(b)));
  function order(code: string) {
    return errors.findIndex(({ id }) => id === code);
  }
  for (const example of errors) {
    const tried = await attempt(example.text, example.options);
    expect(tried.status === "ok" ? tried.blocks.at(-1)?.fault?.code : null).toBe(example.id);
  }
});

describe("what the chapter on strings says of the code is so", () => {
  const codes = () => JSON.parse(huffmanCode()) as CodeRow[];
  const lengthsOf = (letters: string) =>
    Array.from(letters, (letter) => codes().find(({ symbol }) => symbol === letter.charCodeAt(0))?.code.length ?? 0);
  const range = (lengths: number[]) => [Math.min(...lengths), Math.max(...lengths)];

  test("which codes are the shortest, how long others are, and what ones begin", () => {
    const shortest = codes().filter(({ code }) => code.length === CODE_FACTS.shortestBits);
    expect(Math.min(...codes().map(({ code }) => code.length))).toBe(CODE_FACTS.shortestBits);
    expect(shortest.map(({ shown }) => shown)).toEqual(CODE_FACTS.shortest.split(/, | and /));
    expect(range(lengthsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))).toEqual(CODE_FACTS.capitalBits);
    expect(Math.max(...codes().map(({ code }) => code.length))).toBe(CODE_FACTS.longestBits);
    expect(codes().filter(({ code }) => code.length <= 7 && !code.includes("0"))).toEqual([]);
  });

  test("the sentences about two strings", () => {
    const said = EXAMPLES.filter(({ chapter }) => chapter === "strings").flatMap(({ notes }) =>
      notes.flat().map(({ words }) => words),
    );
    const rare = "{~|}^|~{";
    const [least, most] = range(lengthsOf(rare));
    const coded = huffmanEncode(new TextEncoder().encode(rare)).length;
    const sentence = `codes of ${least} to ${most} bits: Huffman-coded they would take ${coded} bytes`;
    expect(said.filter((words) => words.includes(sentence))).toHaveLength(1);
    expect(range(lengthsOf("ample.com"))).toEqual([5, 6]);
    expect(said.filter((words) => words.includes("`ample.com`, in codes of five or six bits"))).toHaveLength(1);
    expect(range(lengthsOf("w"))).toEqual([7, 7]);
  });
});

/** Every kind, with an answer that is wrong. */
const EXERCISES: [name: string, kind: ExerciseKind<TaskBase, unknown>, wrong: (model: never) => unknown][] = [
  row("decode byte", decodeByte(KINDS), ({ kind, number }) => ({ kind, number: number + 1 })),
  row("decode bytes", decodeByte(LONG_KINDS, true), ({ kind, number }) => ({
    kind: kind === "never" ? "without" : "never",
    number,
  })),
  row("which index", whichIndex(false), ({ index }) => ({ index: (index ?? 0) + 1 })),
  row("which index is left", whichIndex(true), ({ index }) => ({ index: index === null ? 62 : null })),
  row("read an integer", readInteger, (value) => value + 1),
  row("write an integer", writeInteger, (text) => `${text} 00`),
  row("find the error", findError(FAULT_CODES), ({ at, code }) => ({ at: at + 10, code })),
  row("how much is the block's", framePayload, (bytes) => bytes + 1),
  row("how large", expansion, (bytes) => bytes - 32),
];

function row<Task extends TaskBase, Answer>(
  name: string,
  kind: ExerciseKind<Task, Answer>,
  wrong: (model: Answer) => unknown,
): (typeof EXERCISES)[number] {
  return [name, kind as unknown as ExerciseKind<TaskBase, unknown>, wrong as (model: never) => unknown];
}

describe.each(EXERCISES)("exercise: %s", (_, kind, wrong) => {
  test("accepts its own answer, and no other", async () => {
    const asked = new Set<string>();
    for (let variant = 1; variant <= VARIANTS; variant += 1) {
      const task = kind.generate(variant);
      asked.add(JSON.stringify(task));
      const model = await kind.model(task, tools);
      const right = await kind.judge(task, model, tools);
      expect(right, `variant ${variant}: ${right.words}`).toMatchObject({ right: true });
      const answer = wrong(model as never);
      const verdict = await kind.judge(task, answer, tools);
      expect(verdict.right, `variant ${variant}: ${JSON.stringify(answer)}`).toBe(false);
      expect(verdict.words).not.toBe("");
      expect(task.hints.length).toBeGreaterThan(1);
    }
    expect(asked.size).toBeGreaterThan(20);
  });

  test("the same variant is the same task", () => {
    expect(kind.generate(7)).toEqual(kind.generate(7));
  });
});

/** The rules of RFC 9113 §8 that the fields of a task break, by the real core. */
function breaches({ show }: TaskBase): string[] {
  if (show === null) return [];
  const { inspector, opened } = openCapture(show.text, show.options);
  try {
    if (opened.status !== "ok") throw new Error(show.text);
    const blocks = Array.from({ length: opened.blocks }, (_, block) => block);
    return blocks.flatMap((block) =>
      Array.from(inspector.warningItems(block)).map((item) => inspector.warnings(block, item, item + 1)),
    );
  } finally {
    inspector.free();
  }
}

test.each(EXERCISES)("what the exercise shows is a message in order: %s", (_, kind) => {
  for (let variant = 1; variant <= VARIANTS; variant += 1) {
    const task = kind.generate(variant);
    expect(breaches(task), `variant ${variant}: ${task.show?.text}`).toEqual([]);
  }
});

test("no field is said with nothing behind its colon", async () => {
  const kind = decodeByte(["indexed", "size-update"]);
  const said = new Set<string>();
  for (let variant = 1; variant <= VARIANTS; variant += 1) {
    said.add(await praise(kind, variant));
  }
  expect([...said].filter((words) => /:\s*`/.test(words))).toEqual([]);
  expect(said).toContain("Index 60 of the static table is `via` with an empty value.");
});

test("a broken block breaks the rule that it is made to break, and every place that may be named is accepted", async () => {
  for (const code of FAULT_CODES) {
    const kind = findError([code]);
    for (let variant = 1; variant <= 100; variant += 1) {
      const task = kind.generate(variant);
      const tried = await attempt(task.show?.text ?? "");
      if (tried.status === "refused") throw new Error(tried.message);
      expect(tried.blocks.map(({ fault }) => fault?.code ?? null)).toEqual([
        ...tried.blocks.slice(1).map(() => null),
        code,
      ]);
      const { bytes, fault } = tried.blocks.at(-1) ?? { bytes: [], fault: null };
      const accepted: number[] = [];
      for (let at = 0; at <= bytes.length; at += 1) {
        const { right, words } = await kind.judge(task, { at, code }, tools);
        if (right) accepted.push(at);
        if (right && at !== fault?.at) expect(words, `${code}, variant ${variant}`).toMatch(/The decoder reports/);
      }
      expect(accepted, `${code}, variant ${variant}`).toEqual(places(code, bytes, fault as Fault));
      for (const other of FAULT_CODES.filter((one) => one !== code)) {
        expect((await findError(FAULT_CODES).judge(task, { at: fault?.at ?? -1, code: other }, tools)).right).toBe(
          false,
        );
      }
    }
  }
});

/** The places that hold a part of what is wrong, by what the decoder reports of it. */
function places(code: string, bytes: number[], { at, bit, fieldOffset }: Fault): number[] {
  const span = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place);
  switch (code) {
    case "truncated-integer":
      return span(fieldOffset, bytes.length + 1);
    case "truncated-string":
      return span(at, bytes.length + 1);
    case "integer-overflow":
      return span(at, at + 7);
    case "huffman-eos":
      return span(Math.floor((8 * at + bit - 29) / 8), at + 1);
    case "huffman-padding-too-long":
      return ((bytes[at - 1] ?? 0) & 1) === 1 ? [at - 1, at] : [at];
    case "size-update-too-large":
    case "size-update-not-first":
      // A full prefix goes on up to the first byte without its first bit.
      return bytes[at] === 0x3f ? span(at, bytes.findIndex((byte, place) => place > at && byte < 0x80) + 1) : [at];
    default:
      return [at];
  }
}

/** What is said to the right answer. */
async function praise<Task extends TaskBase, Answer>(kind: ExerciseKind<Task, Answer>, variant: number) {
  const task = kind.generate(variant);
  return (await kind.judge(task, await kind.model(task, tools), tools)).words;
}

/** What holds of every variant, so that one answer is right and the question has what it needs. */
const FAIR: Record<string, (variant: number) => boolean | Promise<boolean>> = {
  "an integer that is cut or too long is an index that exists": (variant) =>
    (["truncated-integer", "integer-overflow"] as const).every((code) => {
      const { show, places } = findError([code]).generate(variant);
      const bytes = (show?.text ?? "").split(" ").map((byte) => Number.parseInt(byte, 16));
      const [first = 0, second = 0, ...more] = places.slice(0, 7).map((at) => bytes[at] ?? 0x80);
      return first === 0x0f && 15 + (second & 0x7f) <= 61 && more.every((byte) => (byte & 0x7f) === 0);
    }),
  "EOS is not at the end of its string": async (variant) => {
    const tried = await attempt(findError(["huffman-eos"]).generate(variant).show?.text ?? "");
    const { bytes = [], fault } = (tried.status === "ok" && tried.blocks[0]) || {};
    return fault?.code === "huffman-eos" && ![undefined, 0xff].includes(bytes[fault.at + 1]);
  },
  "the limit is in the question": (variant) => /limit is 4096 bytes/.test(findError(FAULT_CODES).generate(variant).ask),
  "the verdict does not speak of Inspect": async (variant) =>
    !/conforming peer|add a line|unknown start|mid-connection/.test(await praise(findError(FAULT_CODES), variant)),
  "a field to keep out of every table is in none": (variant) => {
    const { prior, field } = fewestBytes(true).generate(variant);
    return prior.every(({ name, value }) => name !== field.name || value !== field.value);
  },
  "a number in further bytes has them": (variant) => decodeByte(LONG_KINDS, true).generate(variant).bytes.length > 1,
  "a byte for a whole field has a value": async (variant) =>
    !/empty/.test(await praise(decodeByte(["indexed"]), variant)),
  "every tenth number to write fits its prefix": (variant) =>
    (writeInteger.generate(variant).bytes.length === 1) === (variant % 10 === 0),
  "the questions about indexes differ": (variant) => {
    const [one, other] = [false, true].map((evicting) => whichIndex(evicting).generate(variant).inserted);
    return JSON.stringify(one) !== JSON.stringify(other);
  },
};

test.each(Object.entries(FAIR))("%s", async (_, holds) => {
  for (let variant = 1; variant <= VARIANTS; variant += 1)
    expect(await holds(variant), `variant ${variant}`).toBe(true);
});

test("an entry that is asked for is gone in some variants, and left in most", () => {
  const kind = whichIndex(true);
  let gone = 0;
  for (let variant = 1; variant <= VARIANTS; variant += 1) {
    const { inserted, asked, maximum } = kind.generate(variant);
    // Newest first, as far as there is room (RFC 7541 §4.1: 32 more than name and value).
    const newer = inserted.slice(inserted.indexOf(asked));
    const size = newer.reduce((sum, { name, value }) => sum + name.length + value.length + 32, 0);
    if (size > maximum) gone += 1;
  }
  expect(gone).toBeGreaterThan(VARIANTS / 10);
  expect(gone).toBeLessThan(VARIANTS / 2);
});

test("a frame of the exercise carries so much of a block", () => {
  for (let variant = 1; variant <= 100; variant += 1) {
    const task = framePayload.generate(variant);
    const { block } = framed(task.show?.text ?? "", task.show?.options ?? {});
    expect([...block]).toEqual(task.block);
  }
});

describe.each([
  ["any way", false],
  ["never indexed", true],
])("exercise: the fewest bytes, %s", (_, sensitive) => {
  const kind = fewestBytes(sensitive);

  test("accepts each of the shortest ways, and none that is longer", async () => {
    for (let variant = 1; variant <= VARIANTS; variant += 1) {
      const task = kind.generate(variant);
      const ways = await tools.ways(task.prior, task.field, sensitive);
      const allowed = ways.filter((way) => !sensitive || way.kind === "never");
      const fewest = Math.min(...allowed.map(({ bytes }) => bytes));
      expect(allowed.length).toBeGreaterThan(0);
      // The first hint has the static table's index, as the encoder uses it with an empty dynamic table.
      const known = await tools.ways([], task.field, false);
      const first = (kind: string) =>
        Number.parseInt(known.find((way) => way.kind === kind)?.hex.slice(0, 2) ?? "0", 16);
      const [whole, name] = [first("indexed") & 0x7f, first("incremental") & 0x3f];
      const said = whole > 0 ? `whole field at index ${whole}.` : name > 0 ? `name at index ${name},` : "neither";
      expect(task.hints[0], `variant ${variant}`).toContain(said);
      for (const way of ways) {
        const verdict = await kind.judge(task, way.hex, tools);
        const right = allowed.includes(way) && way.bytes === fewest;
        expect(verdict.right, `variant ${variant}, ${way.hex}: ${verdict.words}`).toBe(right);
      }
      expect(await kind.model(task, tools)).not.toBe("");
    }
  });

  test.each([
    ["", "hex"],
    ["8", "hex"],
    ["80", "does not decode"],
    ["82 82", "more than one field"],
    ["20", "a size update to 0"],
    ["83", ":method: POST"],
  ])("says what is wrong with “%s”", async (answer, words) => {
    // A field that none of these is.
    const task = { ...kind.generate(1), field: { name: "x-none", value: "z" } };
    const verdict = await kind.judge(task, answer, tools);
    expect(verdict.right).toBe(false);
    expect(verdict.words).toContain(words);
  });
});
