import { expect, test } from "vitest";
import { rowFor } from "./row-keys";

test.each([
  ["ArrowDown", { to: 4, by: 1 }],
  ["ArrowUp", { to: 2, by: -1 }],
  ["PageDown", { to: 9, by: 6 }],
  ["PageUp", { to: 0, by: -6 }],
  ["Home", { to: 0, by: -10 }],
  ["End", { to: 9, by: 10 }],
  ["ArrowRight", null],
  ["a", null],
])("%s leads to %j", (key, found) => {
  expect(rowFor(key, { at: 3, count: 10, page: 6 })).toEqual(found);
});

test("a line that runs sideways moves with its own arrows", () => {
  expect(rowFor("ArrowRight", { at: 9, count: 10, sideways: true })?.to).toBe(9);
  expect(rowFor("ArrowLeft", { at: 9, count: 10, sideways: true })?.to).toBe(8);
});

test("in a list without rows no key leads anywhere", () => {
  expect(rowFor("End", { at: 0, count: 0 })).toBeNull();
});
