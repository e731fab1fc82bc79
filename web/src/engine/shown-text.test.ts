import { expect, test } from "vitest";
import { asShown, cut } from "./shown-text";

test.each([
  ["short", 9, "short"],
  ["abcdef", 5, "abcdef"],
  ["abcdefg", 5, "abcde…"],
  ["abcd efgh", 5, "abcd…"],
  ["ä".repeat(17), 2, "ää…"],
  ["😀😀😀😀", 2, "😀😀…"],
] as const)("%s in %i letters", (text, most, shown) => {
  expect(cut(asShown(text), most)).toBe(shown);
});
