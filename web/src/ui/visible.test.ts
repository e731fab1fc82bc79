import { expect, test } from "vitest";
import { visible } from "./visible";

test.each([
  ["plain, café, 漢字, 😀", "plain, café, 漢字, 😀"],
  ["\u001b[31mred", "\\u{1b}[31mred"],
  ["exe.\u202egpj", "exe.\\u{202e}gpj"],
  ["a\u200bb\ufeff", "a\\u{200b}b\\u{feff}"],
  ["\u2028\u{e0041}", "\\u{2028}\\u{e0041}"],
])("%j is shown as %j", (text, expected) => {
  expect(visible(text)).toBe(expected);
});
