import { expect, test } from "vitest";
import { rowAmong } from "./guesses";

test.each([
  [[5], 0],
  [[6], 1],
  [[20], 2],
  [[3, 6, 21], 1],
  [[4, 7, 19], undefined],
  [[], undefined],
])("of the rows %j the first among those of two blocks is %j", (rows, expected) => {
  expect(rowAmong([5, 2, 9, 0, 20, 3], rows)).toBe(expected);
});
