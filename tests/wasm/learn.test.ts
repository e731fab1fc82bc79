import { readFile } from "node:fs/promises";
import { huffmanCode, huffmanEncode } from "@wasm/hpack_inspector_wasm";
import { framing as framingOf } from "@wasm-captures/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import type { CodeRow, Framing } from "../../web/src/engine/types";
import { type ByteNote, isFramed } from "../../web/src/learn/chapters/chapter";
import { CHAPTERS, chapterById } from "../../web/src/learn/chapters/chapters";
import { FAULT_CODES } from "../../web/src/learn/exercises/errors";
import { LETTERS } from "../../web/src/learn/exercises/strings";
import { wireOf } from "../../web/src/panes/wire";
import { attempt } from "./exercise-tools";
import { openCapture } from "./opening";

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
    expect(framing === null ? 0 : wireOf(0, framing, 1).length).toBe(bytesOf(example.notes[0]));
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

test("the address of a chapter that is now part of another still leads to its example", () => {
  expect(chapterById("costs")?.examples.map(({ id }) => id)).toContain("bomb");
});

test("an example that shows an error shows that one", async () => {
  const errors = (CHAPTERS.find(({ id }) => id === "errors")?.examples ?? []).filter(({ id }) => id !== "bomb");
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

  test("which codes are the shortest, how long others are, and what ones begin", async () => {
    const prose = (
      await readFile(new URL("../../web/src/learn/chapters/strings.mdx", import.meta.url), "utf8")
    ).replaceAll(/\s+/g, " ");
    const lengths = codes().map(({ code }) => code.length);
    const shortest = codes().filter(({ code }) => code.length === Math.min(...lengths));
    const letters = shortest.map(({ shown }) => shown);
    const [least, most] = range(lengthsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    expect(prose).toContain(
      `${letters.slice(0, -1).join(", ")} and ${letters.at(-1)}, have codes of ${Math.min(...lengths)} bits`,
    );
    expect(prose).toContain(
      `capital letters have ${least} to ${most}. Rare bytes have codes of up to ${Math.max(...lengths)} bits`,
    );
    expect(codes().filter(({ code }) => code.length <= 7 && !code.includes("0"))).toEqual([]);
  });

  test("it counts up within a length, and the next length starts at (last + 1) shifted left", () => {
    const rows = codes().toSorted((a, b) => a.code.length - b.code.length || a.symbol - b.symbol);
    let next = 0;
    let length = rows[0]?.code.length ?? 0;
    for (const { code } of rows) {
      next *= 2 ** (code.length - length);
      length = code.length;
      expect(code).toBe(next.toString(2).padStart(length, "0"));
      next += 1;
    }
  });

  test("the letters of the exercises", () => {
    const shown = new Map(codes().map(({ shown, code }) => [shown, code]));
    for (const [letter, code] of Object.entries(LETTERS)) expect(shown.get(letter)).toBe(code);
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
