import { expect, test } from "vitest";
import { rowFor } from "./row-keys";

test.each([
  ["ArrowDown", 4],
  ["ArrowUp", 2],
  ["PageDown", 9],
  ["PageUp", 0],
  ["Home", 0],
  ["End", 9],
  ["ArrowRight", null],
  ["a", null],
])("%s leads to %j", (key, to) => {
  expect(rowFor(key, { at: 3, count: 10, page: 6 })).toBe(to);
});

test("a line that runs sideways moves with its own arrows", () => {
  expect(rowFor("ArrowRight", { at: 9, count: 10, sideways: true })).toBe(9);
  expect(rowFor("ArrowLeft", { at: 9, count: 10, sideways: true })).toBe(8);
});

test("in a list without rows no key leads anywhere", () => {
  expect(rowFor("End", { at: 0, count: 0 })).toBeNull();
});
