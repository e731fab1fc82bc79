import { readFileSync } from "node:fs";
import { explainInteger, huffmanCode, huffmanEncode } from "@wasm/hpack_inspector_wasm";
import { framing as framingOf } from "@wasm-captures/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import { fieldsOf, glossary, proseOf, termFaults } from "../../scripts/lib/terms.mjs";
import type { CodeRow, Framing } from "../../web/src/engine/types";
import { type ByteNote, hasFrames } from "../../web/src/learn/chapters/chapter";
import { CHAPTERS, chapterById } from "../../web/src/learn/chapters/chapters";
import { ERROR_CODES } from "../../web/src/learn/exercises/errors";
import type { AnswerField } from "../../web/src/learn/exercises/exercise";
import { LETTERS } from "../../web/src/learn/exercises/strings";
import { placesOf } from "../../web/src/learn/live/notes";
import { integerBytes } from "../../web/src/learn/wire";
import { attempt } from "./exercise-tools";
import { openCapture } from "./opening";

const EXAMPLES = CHAPTERS.flatMap((chapter) =>
  chapter.examples.map((example) => ({ chapter: chapter.id, ...example })),
);

/** How many bytes the notes are about. */
function bytesOf(notes: readonly ByteNote[] | undefined): number | undefined {
  return notes?.at(-1)?.to;
}

const UNFRAMED = EXAMPLES.filter((example) => !hasFrames(example));

test.each(UNFRAMED)(
  "every byte of $chapter: $id has its sentence, about one representation or whole ones",
  async ({ text, options, notes, row = 0 }) => {
    const tried = await attempt(text, options);
    if (tried.status === "refused") throw new Error(tried.message);
    expect(notes.map(bytesOf)).toEqual(tried.blocks.map(({ bytes }) => bytes.length));
    expect(row ?? 0).toBeLessThanOrEqual(tried.blocks.reduce((sum, block) => sum + block.rows.length, 0));
    for (const [number, { rows }] of tried.blocks.entries())
      for (const { from, to, words } of notes[number] ?? []) {
        const cut = rows.some(({ end }) => from < end && end < to);
        const whole = rows.some(({ start }) => start === from) && rows.some(({ end }) => end === to);
        expect(cut && !whole, words).toBe(false);
      }
  },
);

test.each(EXAMPLES.filter(hasFrames))("every byte of $chapter: $id, frames, has its sentence", (example) => {
  const { inspector, opened } = openCapture(example.text, example.options);
  expect(opened).toMatchObject({ status: "ok", blocks: 1, undecodableBlocks: 0 });
  const framing = JSON.parse(framingOf(inspector, 0)) as Framing | null;
  expect(framing === null ? 0 : placesOf(framing).length).toBe(bytesOf(example.notes[0]));
});

test.each(EXAMPLES)("no cause is guessed for $chapter: $id", ({ text, options }) => {
  const { inspector, opened } = openCapture(text, options);
  expect(opened.status).toBe("ok");
  expect(JSON.parse(inspector.causes())).toEqual([]);
  const blocks = opened.status === "ok" ? opened.blocks : 0;
  for (let block = 0; block < blocks; block++) expect(JSON.parse(inspector.diagnose(block))).toEqual([]);
});

const read = (file: string) => readFileSync(new URL(`../../web/src/learn/${file}`, import.meta.url), "utf8");

test("every section that a chapter cites has its rule", () => {
  const cited = CHAPTERS.flatMap(({ id }) => {
    const found = read(`chapters/${id}.mdx`).matchAll(/<S at="(?:RFC 9113 )?([^"]+)"/g);
    return Array.from(found, ([tag, section = ""]) => `${tag.includes("RFC") ? "RFC 9113 " : "RFC 7541 §"}${section}`);
  });
  const ruled = new Set(fieldsOf(read("reference/rules.txt")).map(([section]) => section));
  expect(cited.length).toBeGreaterThan(40);
  expect([...new Set(cited)].filter((section) => !ruled.has(section))).toEqual([]);
});

test("rules and steps of the lesson name places that exist, and every chapter is named by a rule", () => {
  const places = CHAPTERS.flatMap(({ id, examples, exercises }) => [
    id,
    ...[...examples, ...exercises].map((part) => `${id}/${part.id}`),
  ]);
  const rules = fieldsOf(read("reference/rules.txt"));
  for (const [what, place] of [...rules, ...fieldsOf(read("reference/lesson.txt"))])
    expect(places, what).toContain(place);
  const named = new Set(rules.map(([, place = ""]) => place.split("/")[0]));
  expect(CHAPTERS.filter(({ id }) => !named.has(id))).toEqual([]);
});

/** What a reader reads of a chapter's exercises: 50 variants have all of their sentences. */
function exerciseTexts({ exercises }: (typeof CHAPTERS)[number]): string[] {
  const tasks = exercises.flatMap(({ make }) => Array.from({ length: 50 }, (_, at) => make(at + 1)));
  const shown = (field: AnswerField) => ("options" in field ? field.options.map(({ shown }) => shown) : []);
  return tasks.flatMap(({ ask, rule, fields, hints }) => [
    ...[ask, rule, ...hints],
    ...fields.flatMap((field) => [field.label, ...shown(field)]),
  ]);
}

test("no chapter uses a term of the glossary before the one that defines it", () => {
  const chapters = CHAPTERS.map((chapter) => {
    const texts = [read(`chapters/${chapter.id}.mdx`), ...new Set(exerciseTexts(chapter))];
    return { id: chapter.id, prose: proseOf(texts.join("\n")) };
  });
  expect(termFaults(glossary(), chapters)).toEqual([]);
});

test("the address of a chapter that is now part of another still leads to its example", () => {
  expect(chapterById("costs")?.examples.map(({ id }) => id)).toContain("bomb");
});

test("an example that shows an error shows that one", async () => {
  const errors = (CHAPTERS.find(({ id }) => id === "errors")?.examples ?? []).filter(({ id }) => id !== "bomb");
  expect(errors.map(({ id }) => id).sort()).toEqual(["truncated", ...ERROR_CODES].sort());
  for (const { id, text, options } of errors) {
    const tried = await attempt(text, options);
    expect(tried.status === "ok" ? tried.blocks.at(-1)?.error?.code : null).toBe(id);
  }
});

describe("what the chapter on strings says of the code is so", () => {
  const codes = () => JSON.parse(huffmanCode()) as CodeRow[];
  const range = (lengths: number[]) => [Math.min(...lengths), Math.max(...lengths)];
  const lengthsOf = (letters: string) =>
    range(Array.from(letters, (letter) => codes()[letter.charCodeAt(0)]?.code.length ?? 0));

  test("which codes are the shortest, and how long others are", () => {
    const prose = read("chapters/strings.mdx").replaceAll(/\s+/g, " ");
    const [shortest, longest] = range(codes().map(({ code }) => code.length));
    const letters = codes().flatMap(({ code, shown }) => (code.length === shortest ? [shown] : []));
    const [least, most] = lengthsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    expect(prose).toContain(`${letters.slice(0, -1).join(", ")} and ${letters.at(-1)}, have codes of ${shortest} bits`);
    expect(prose).toContain(`capital letters have ${least} to ${most}. Rare bytes have codes of up to ${longest} bits`);
  });

  test("the letters of the exercises", () => {
    const shown = new Map(codes().map(({ shown, code }) => [shown, code]));
    for (const [letter, code] of Object.entries(LETTERS)) expect(shown.get(letter)).toBe(code);
  });

  test("the sentences about two strings", () => {
    const ofStrings = EXAMPLES.filter(({ chapter }) => chapter === "strings");
    const said = JSON.stringify(ofStrings.map(({ notes }) => notes));
    const rare = "{~|}^|~{";
    const [least, most] = lengthsOf(rare);
    const coded = huffmanEncode(new TextEncoder().encode(rare)).length;
    expect(said).toContain(`codes of ${least} to ${most} bits: Huffman-coded they would take ${coded} bytes`);
    expect(lengthsOf("ample.com")).toEqual([5, 6]);
    expect(said).toContain("`ample.com`, in codes of five or six bits");
  });
});

test("bytes of integers are what the core reads as the number, around each number that takes another byte", () => {
  for (const prefix of [1, 2, 3, 4, 5, 6, 7, 8])
    for (const [more, least] of [0, 128, 128 ** 2, 128 ** 3, 128 ** 4].entries())
      for (const [value, bytes] of [
        [2 ** prefix - 2 + least, more + 1],
        [2 ** prefix - 1 + least, more + 2],
      ] as const) {
        const written = integerBytes(value, prefix);
        const integer = { value, end: bytes, superfluous: 0 };
        expect(JSON.parse(explainInteger(Uint8Array.from(written), prefix))).toMatchObject({ status: "ok", integer });
      }
});
