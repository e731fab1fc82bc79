import { expect, test } from "vitest";
import { table, withPart, withRow } from "./document.mjs";

test("one part is replaced, the rest stays", () => {
  const document = "a\n<!-- native -->\nold\n<!-- /native -->\nb\n<!-- browser -->\n<!-- /browser -->\n";
  expect(withPart(document, "native", "new", "x.md")).toBe(document.replace("old", "new"));
  expect(withPart(document, "browser", "new", "x.md")).toContain(
    "old\n<!-- /native -->\nb\n<!-- browser -->\nnew\n<!--",
  );
  expect(() => withPart("", "native", "new", "x.md")).toThrow("x.md has lost the marks");
});

test("figures stand at the right, text at the left", () => {
  expect(table(["a", "b", "c"], [["x", "y", "1"]], 2)).toBe("| a | b | c |\n|---|---|--:|\n| x | y | 1 |");
});

test("the row of a table is replaced, or added", () => {
  const before = "Text.\n\n| a | b |\n|---|--:|\n| x | 1 |\n| y | 2 |";
  expect(withRow(before, ["y", "3"])).toBe(before.replace("| y | 2 |", "| y | 3 |"));
  expect(withRow(before, ["z", "3"])).toBe(`${before}\n| z | 3 |`);
});
