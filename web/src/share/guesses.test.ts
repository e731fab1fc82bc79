import { expect, test } from "vitest";
import { rowAmong } from "./guesses";

test.each([
  [[5], 0],
  [[6], 1],
  [[20], 2],
  [[3, 21, 6], 1],
  [[4, 7, 19], undefined],
  [[], undefined],
])("of the rows %j the first among those of two blocks is %j", (rows, expected) => {
  const blocks = [
    { firstRow: 5, rows: 2 },
    { firstRow: 9, rows: 0 },
    { firstRow: 20, rows: 3 },
  ];
  expect(rowAmong(blocks, rows)).toBe(expected);
});
