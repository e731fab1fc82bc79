import { expect, test } from "vitest";
import { rowsOf, table, withPart } from "./document.mjs";

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

test("the rows of a part's table are found again", () => {
  const rows = [
    ["x", "1", "–"],
    ["y", "2", "**one**"],
  ];
  const document = `<!-- a -->\n${table(["n"], [["z"]])}\n<!-- /a -->\n<!-- b -->\nText.\n\n${table(["a", "b", "c"], rows)}\n<!-- /b -->\n`;
  expect(rowsOf(document, "b")).toEqual(rows);
  expect(rowsOf(document, "c")).toEqual([]);
});
