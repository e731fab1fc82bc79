import { expect, test } from "vitest";
import { type Capstone, capstoneOf, listsOf, type Sort } from "../../web/src/learn/capstone/task";
import { randomOf } from "../../web/src/learn/exercises/random";
import { readAnswer } from "../../web/src/learn/exercises/read-answer";
import { attempt, encode } from "./exercise-tools";
import { Decoder } from "./rfc";

const made = (variant: number, sort: Sort = "long"): Promise<Capstone> => capstoneOf(sort, variant, attempt, encode);

/** The answers to one question, of one block. */
function answers({ steps }: Capstone, stage: number, question: string): string[] {
  const parts = steps.filter((step) => step.stage === stage).flatMap(({ parts }) => parts);
  return parts.flatMap(({ model }) => model[question] ?? []);
}

test("variant 0 is Appendix C.6, with the sizes that are there", async () => {
  const task = await made(0);
  expect(task.blocks.map(({ length }) => length)).toEqual([54, 8, 79]);
  expect([0, 1, 2].map((stage) => answers(task, stage, "Size of the table").at(-1))).toEqual(["222", "222", "215"]);
  expect(answers(task, 2, "Entries evicted")).toEqual(["1", "1", "2"]);
  expect(answers(task, 1, "Kind")).toEqual(["incremental", "indexed", "indexed", "indexed"]);
  expect(answers(task, 0, "Value")).toEqual([
    "302",
    "private",
    "Mon, 21 Oct 2013 20:13:21 GMT",
    "https://www.example.com",
  ]);
});

test("every other variant has its fields, references to entries, and evictions after the first block", async () => {
  const seen = new Set<string>();
  for (let variant = 1; variant <= 200; variant += 1) {
    const task = await made(variant);
    seen.add(JSON.stringify(task.blocks));
    for (const [stage, list] of listsOf(randomOf(variant)).entries()) {
      const isIndexed = answers(task, stage, "Kind").includes("indexed");
      const isEvicting = answers(task, stage, "Entries evicted").some((count) => count !== "0");
      expect([isIndexed, isEvicting], `variant ${variant}, block ${stage + 1}`).toEqual([stage > 0, stage > 0]);
      const values = answers(task, stage, "Value");
      // A name is asked once a field, by index or spelled out.
      const names = answers(task, stage, "Name");
      expect(names.map((name, at) => ({ name, value: values[at] }))).toEqual(list);
    }
  }
  expect(seen.size).toBe(200);
});

test("a short one has every kind, an eviction and little to look up; an independent decoder reads the same", async () => {
  const seen = new Set<string>();
  for (let variant = 0; variant < 200; variant += 1) {
    const task = await made(variant, "short");
    const [block = []] = task.blocks;
    seen.add(JSON.stringify(block));
    const kinds = answers(task, 0, "Kind");
    expect([task.blocks.length, kinds[0], new Set(kinds).size]).toEqual([1, "size-update", 5]);
    expect(kinds.length).toBeLessThanOrEqual(12);
    expect(answers(task, 0, "Entries evicted")).toEqual(["0", "1"]);
    const rows = new Decoder().decode(block);
    expect(rows.map(({ kind }) => kind)).toEqual(kinds);
    expect(rows.slice(1).map(({ index }) => String(index))).toEqual(answers(task, 0, "Index"));
    expect(rows.slice(1).map(({ name }) => name)).toEqual(answers(task, 0, "Name"));
    expect(rows.slice(1).map(({ value }) => value)).toEqual(answers(task, 0, "Value"));
    // Strings of both sorts; a new name, plain; an integer that goes on in a second byte.
    const strings = task.steps.flatMap(({ parts }) => parts.filter(({ model }) => model["H bit"] !== undefined));
    const texts = task.steps.flatMap(({ parts }) =>
      parts.flatMap(({ model }, at) => (model["H bit"] === "1" ? Object.values(parts[at + 1]?.model ?? {}) : [])),
    );
    expect(new Set(strings.map(({ model }) => model["H bit"])).size).toBe(2);
    expect(texts.join("").length).toBeLessThanOrEqual(25);
    expect(task.steps.some(({ bytes }) => bytes[0] === 0x40 && (bytes[1] ?? 0) < 0x80)).toBe(true);
    expect(block[0]).toBe(0x3f);
  }
  expect(seen.size).toBeGreaterThan(190);
});

test.each(["short", "long"] as const)(
  "%s: a part is right with the decoder's answers as they can be typed, and with no other",
  async (sort) => {
    const { steps } = await made(7, sort);
    for (const part of steps.flatMap(({ parts }) => parts)) {
      const isRight = async (typed: Record<string, string>) => {
        const answers = { ...part.model, ...typed };
        const read = part.fields.flatMap((field) => {
          const answer = readAnswer(field, answers[field.name]);
          return "value" in answer ? [[field.name, answer.value]] : [];
        });
        return (await part.check(Object.fromEntries(read), attempt)).right;
      };
      for (const { name, is } of part.fields) {
        const answer = part.model[name] ?? "";
        const forms: [typed: string, right: boolean][] = [
          [answer, true],
          [is === "kinds" ? answer : ` ${answer} `, true],
          [is === "number" ? `${answer}0` : `${answer}x`, is === "number" && answer === "0"],
          [is === "number" ? `0x${Number(answer).toString(16)}` : answer.slice(1), is === "number"],
          ["", false],
          // Names are in lower case anyway.
          [answer.toUpperCase(), name === "Name" || answer.toUpperCase() === answer],
        ];
        for (const [typed, right] of forms)
          expect(await isRight({ [name]: typed }), `${part.ask}: ${typed}`).toBe(right);
      }
    }
  },
);
