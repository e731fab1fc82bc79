import { expect, test } from "vitest";
import { NONE } from "../engine/types";
import { pairAt, pairsIn, totalsOf } from "./pairs";

test("pairs are read from their columns, and counted", () => {
  const records = Uint32Array.from([
    ...[0, 0, 1, 17, 17],
    ...[1, 1, 0, 5, 9],
    ...[2, 2, 2, 3, 4],
    ...[NONE, 3, NONE, 6, 0],
    ...[NONE, NONE, 3, 0, 7],
  ]);
  expect(pairsIn(records)).toBe(5);
  expect(pairAt(records, 0)).toEqual({ what: "same", left: 0, right: 1, leftBytes: 17, rightBytes: 17 });
  expect(pairAt(records, 3)).toEqual({ what: "left", left: 3, right: null, leftBytes: 6, rightBytes: 0 });
  expect(pairAt(records, 4).what).toBe("right");
  expect(totalsOf(records)).toEqual({
    counts: { same: 1, encoding: 1, value: 1, left: 1, right: 1 },
    leftBytes: 31,
    rightBytes: 37,
  });
});
