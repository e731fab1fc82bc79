import { compose, Inspector } from "@wasm/hpack_inspector_wasm";
import { expect, test } from "vitest";
import "./opening";
import { tryOut } from "../../web/src/engine/try-out";
import type { Composed, Composition } from "../../web/src/engine/types";
import { isAnswer, listsOf, type Task, taskOf } from "../../web/src/learn/capstone/task";
import { toolsOf } from "../../web/src/learn/exercises/exercise";
import { randomOf } from "../../web/src/learn/exercises/random";

const encode = async (composition: Composition): Promise<Composed> => JSON.parse(compose(JSON.stringify(composition)));
const tools = toolsOf({
  async tryOut(text, options) {
    const inspector = new Inspector();
    try {
      return tryOut(inspector, text, options);
    } finally {
      inspector.free();
    }
  },
  compose: encode,
});

const made = (variant: number): Promise<Task> => taskOf(variant, tools.tryOut, encode);

/** The answers to one question, of one block. */
function answers({ steps }: Task, stage: number, question: string): string[] {
  const parts = steps.filter((step) => step.stage === stage).flatMap(({ parts }) => parts);
  return parts.flatMap(({ blanks }) => blanks.filter(({ name }) => name === question).map(({ answer }) => answer));
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
      expect(answers(task, stage, "Value"), `variant ${variant}`).toHaveLength(list.length);
      const indexed = answers(task, stage, "Kind").filter((kind) => kind === "indexed").length;
      const evicted = answers(task, stage, "Entries evicted").reduce((sum, count) => sum + Number(count), 0);
      expect(indexed > 0, `variant ${variant}, block ${stage + 1}`).toBe(stage > 0);
      expect(evicted > 0, `variant ${variant}, block ${stage + 1}`).toBe(stage > 0);
      const values = answers(task, stage, "Value");
      // A name is asked once a field, by index or spelled out.
      const names = answers(task, stage, "Name");
      expect(names.map((name, at) => ({ name, value: values[at] }))).toEqual(list);
    }
  }
  expect(seen.size).toBe(200);
});

test.each([
  ["number", "12", " 12 ", true],
  ["number", "12", "0x0c", false],
  ["number", "12", "13", false],
  ["number", "0", "", false],
  ["text", "gzip", "gzip", true],
  ["text", "gzip", "Gzip", false],
] as const)("an answer that is a %s: for “%s”, “%s” is %s", (is, answer, typed, right) => {
  expect(isAnswer({ name: "Value", is, answer }, typed)).toBe(right);
});
