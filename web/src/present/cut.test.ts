import { expect, test } from "vitest";
import { asShown } from "../engine/shown-text";
import { cut } from "./cut";

test.each([
  ["short", 9, null, "short"],
  ["exactly", 7, 7, "exactly"],
  ["abcdef", 3, null, "abc… 3 more bytes"],
  ["abcd", 3, 4, "abc… 1 more byte"],
  ["ab cdef", 3, null, "ab… 5 more bytes"],
  ["äöü", 2, null, "äö… 2 more bytes"],
  ["cut by the core", 99, 2000, "cut by the core… 1985 more bytes"],
  ["x".repeat(1024), 2, null, "xx…"],
  ["\ufffd\ufffd\ufffd", 2, 7, "\ufffd\ufffd…"],
] as const)("%s in %i letters, of %s bytes", (text, most, bytes, shown) => {
  expect(cut(asShown(text), most, bytes)).toBe(shown);
});
