import { expect, test } from "vitest";
import { EXAMPLE_GROUPS, exampleById, exampleFile, exampleText, FIRST_EXAMPLE } from "./examples";

const EXAMPLES = EXAMPLE_GROUPS.flatMap((group) => group.examples);

test.each(EXAMPLES.map(({ id, file }) => [id, file]))("%s has its text or file", async (id, file) => {
  if (file === null) expect(await exampleText(id)).toMatch(/[0-9a-f]{2}/);
  else expect((await exampleFile(file)).size).toBeGreaterThan(1000);
});

test("the first example is there", () => {
  expect(exampleById(FIRST_EXAMPLE)).not.toBeNull();
  expect(exampleById("nothing")).toBeNull();
});

test("the large one has 100,000 fields in 1,000 blocks", async () => {
  const blocks = (await exampleText("large")).trim().split("\n\n").slice(1);
  expect(blocks.length).toBe(1000);
  // Each block: one literal (two bytes and the path), then a byte a field.
  expect(blocks.every((hex) => hex.length / 2 === 2 + Number.parseInt(hex.slice(2, 4), 16) + 99)).toBe(true);
});
