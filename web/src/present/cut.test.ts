import { expect, test } from "vitest";
import { asShown } from "../engine/shown-text";
import { cut } from "./cut";

const TEN = "abcdefghij";

test.each([
  ["short", 9, null, "short"],
  [TEN + TEN, 6, 20, TEN + TEN],
  [TEN + TEN, 5, null, "abcde… 15 more bytes"],
  [`${TEN} ${TEN}`, 11, 99, `${TEN}… 89 more bytes`],
  ["ä".repeat(17), 2, null, "ää… 30 more bytes"],
  ["x".repeat(1024), 2, null, "xx…"],
  ["\ufffd\ufffd\ufffd", 2, 7, "\ufffd\ufffd\ufffd"],
  ["\ufffd".repeat(20), 2, 20, "\ufffd\ufffd…"],
] as const)("%s in %i letters, of %s bytes", (text, most, bytes, shown) => {
  expect(cut(asShown(text), most, bytes)).toBe(shown);
});
