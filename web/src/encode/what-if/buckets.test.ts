import { expect, test } from "vitest";
import { blockAt, blocksIn, bucketsOf } from "./buckets";

const columns = Uint32Array.from([0, 10, 8, 20, 2, 20, 10, 30, 4, 30, 0, 40]);

test("a block has its own number and figures", () => {
  expect(blocksIn(columns)).toBe(3);
  expect(blockAt(columns, 1)).toEqual({ number: 2, sent: 20, tried: 10, plain: 30 });
});

test.each([
  [
    "each by itself",
    10,
    false,
    [
      [10, 8],
      [20, 10],
      [30, 0],
    ],
  ],
  [
    "two together, on average",
    2,
    false,
    [
      [15, 9],
      [30, 0],
    ],
  ],
  [
    "added up",
    10,
    true,
    [
      [10, 8],
      [30, 18],
      [60, 18],
    ],
  ],
  [
    "added up, two together",
    2,
    true,
    [
      [30, 18],
      [60, 18],
    ],
  ],
] as const)("%s", (_, most, addedUp, figures) => {
  expect(bucketsOf(columns, most, addedUp).map(({ sent, tried }) => [sent, tried])).toEqual(figures);
});

test("no block, no bucket", () => {
  expect(bucketsOf(new Uint32Array(), 10, true)).toEqual([]);
});
