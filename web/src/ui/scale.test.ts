import { expect, test } from "vitest";
import { labeledTicks, logScale, ticks } from "./scale";

test.each([
  [0, [0]],
  [1, [0, 1]],
  [9, [0, 2, 4, 6, 8, 10]],
  [470, [0, 100, 200, 300, 400, 500]],
  [12_345, [0, 5000, 10_000, 15_000]],
])("ticks up to %d", (most, found) => {
  expect(ticks(most)).toEqual(found);
});

test("a logarithmic axis holds what lies beyond at its ends", () => {
  const scale = logScale([0.5, 2]);
  expect(scale.at(1)).toBeCloseTo(0.5);
  expect([scale.at(0.001), scale.at(1000)]).toEqual([0, 1]);
});

test.each([
  [[0.95, 1.05], [1]],
  [
    [0.5, 2],
    [0.5, 0.7, 1, 1.2, 1.5, 2],
  ],
  [
    [1, 50],
    [1, 2, 5, 10, 20, 50],
  ],
])("marks round numbers: %j", (numbers, ticks) => {
  expect(logScale(numbers).ticks).toEqual(ticks);
});

test.each([
  [600, [0.5, 0.7, 1, 1.2, 1.5, 2]],
  [150, [0.5, 0.7, 1, 1.5, 2]],
  [100, [0.5, 1, 1.5]],
  [20, [1]],
])("labels those that have room on %i pixels", (width, ticks) => {
  expect(labeledTicks(logScale([0.5, 2]), width).toSorted((one, other) => one - other)).toEqual(ticks);
});
