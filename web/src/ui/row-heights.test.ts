import { describe, expect, test } from "vitest";
import { evenRows, HIGHEST, placeOf, rowAt, rowsWithMore, scrollOf } from "./row-heights";

test("rows stand one below the other, with what is below some of them", () => {
  const heights = rowsWithMore(5, 28, Uint32Array.of(1, 1, 3), 20);
  expect(Array.from({ length: 6 }, (_, row) => heights.topOf(row))).toEqual([0, 28, 96, 124, 172, 200]);
  expect([0, 27, 28, 95, 96, 171, 172, 9999].map((y) => rowAt(heights, y))).toEqual([0, 0, 1, 1, 2, 3, 4, 4]);
});

test("of a million rows with a warning each, the last is found", () => {
  const more = Uint32Array.from({ length: 1_000_000 }, (_, row) => row);
  const heights = rowsWithMore(1_000_000, 28, more, 20);
  expect(heights.topOf(1_000_000)).toBe(48_000_000);
  expect(rowAt(heights, 48_000_000 - 1)).toBe(999_999);
});

describe("higher than browsers draw", () => {
  const total = evenRows(2_000_000, 28).topOf(2_000_000);
  const room = 300;

  test("the bar goes from end to end, and at both ends a pixel is a pixel", () => {
    expect(scrollOf(0, total, room)).toBe(0);
    expect(scrollOf(total - room, total, room)).toBe(HIGHEST - room);
    expect(placeOf(100, total, room)).toBe(100);
    expect(placeOf(HIGHEST - room - 100, total, room)).toBe(total - room - 100);
  });

  test("there and back is the same place, and no step of the bar is as high as a row", () => {
    for (let y = 0; y <= total - room; y += 654_321)
      expect(placeOf(scrollOf(y, total, room), total, room)).toBeCloseTo(y, 3);
    expect(placeOf(4_000_001, total, room) - placeOf(4_000_000, total, room)).toBeLessThan(28);
  });

  test("a list that is not so high is as it is", () => {
    expect([scrollOf(1234, 5000, room), placeOf(1234, 5000, room)]).toEqual([1234, 1234]);
  });
});
