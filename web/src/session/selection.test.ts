import { describe, expect, test } from "vitest";
import type { Block } from "../engine/windows";
import { firstOf, lastOf, nextIn, previousIn, type Selection, sameSelection, stepsDone } from "./selection";

function block(change: Partial<Block>): Block {
  return {
    block: 2,
    direction: 0,
    bytes: 10,
    firstRow: 5,
    rows: 3,
    fields: 3,
    error: false,
    cut: false,
    afterError: false,
    kindBytes: { indexed: 10, incremental: 0, without: 0, never: 0, "size-update": 0 },
    plainBytes: 30,
    warnings: 0,
    unknownRows: 0,
    label: "",
    ...change,
  };
}

const at = (row: number | null, error = false): Selection => ({ block: 2, row, error, byte: null });
const whole = block({});
const broken = block({ error: true });
const brokenAtOnce = block({ error: true, rows: 0 });
const empty = block({ rows: 0, bytes: 0 });

describe("steps within a block", () => {
  test.each([
    ["from a row to the next", whole, at(5), at(6), null],
    ["from the last row: none", whole, at(7), null, at(6)],
    ["from the last row to the error", broken, at(7), at(null, true), at(6)],
    ["from the error back to the last row", broken, at(null, true), null, at(7)],
    ["from before the first row", whole, at(null), at(5), null],
    ["an error at once", brokenAtOnce, at(null), at(null, true), null],
    ["nothing in it", empty, at(null), null, null],
  ])("%s", (_, block, selection, next, previous) => {
    expect(nextIn(block, selection)).toEqual(next);
    expect(previousIn(block, selection)).toEqual(previous);
  });

  test.each([
    ["whole", whole, at(5), at(7)],
    ["broken", broken, at(5), at(null, true)],
    ["broken at once", brokenAtOnce, at(null, true), at(null, true)],
    ["empty", empty, at(null), at(null)],
  ])("ends of a block: %s", (_, block, first, last) => {
    expect(firstOf(block)).toEqual(first);
    expect(lastOf(block)).toEqual(last);
  });

  test.each([
    ["a row", whole, at(6), 7],
    ["an error", broken, at(null, true), 8],
    ["before the first", whole, at(null), 5],
    ["no block yet", null, at(null), 0],
  ])("rows decoded at %s", (_, block, selection, done) => {
    expect(stepsDone(block, selection)).toBe(done);
  });
});

test.each([
  ["the same", at(1), at(1), true],
  ["another row", at(1), at(2), false],
  ["another byte", at(1), { ...at(1), byte: 0 }, false],
  ["nothing and nothing", null, null, true],
  ["nothing and something", null, at(1), false],
])("sameSelection: %s", (_, a, b, same) => {
  expect(sameSelection(a, b)).toBe(same);
});
