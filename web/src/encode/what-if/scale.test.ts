import { expect, test } from "vitest";
import { placeOfSize, sizeAt, sizeName } from "./scale";

const SIZES = [0, 64, 128, 256, 512];

test.each([
  [0, 0],
  [32, 0.125],
  [64, 0.25],
  [192, 0.625],
  [512, 1],
  [4096, 1],
])("size %d stands at %d", (size, place) => {
  expect(placeOfSize(size, SIZES)).toBe(place);
});

test("a place is of the nearest size", () => {
  expect([-1, 0, 0.3, 0.4, 1, 2].map((place) => sizeAt(place, SIZES))).toEqual([0, 0, 64, 128, 512, 512]);
  expect([0, 512, 1000, 4096].map(sizeName)).toEqual(["0\u202fB", "512\u202fB", "1000\u202fB", "4\u202fKiB"]);
});
