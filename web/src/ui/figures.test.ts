import { describe, expect, test } from "vitest";
import { count, counted, hexOf, nanoseconds, saved } from "./figures";

test.each([
  [0, "0"],
  [4096, "4096"],
  [100_000, "100,000"],
  [4_294_967_295, "4,294,967,295"],
])("count %d", (number, text) => {
  expect(count(number)).toBe(text);
});

test.each([
  [1, "1 entry"],
  [2, "2 entries"],
])("counted %d", (number, text) => {
  expect(counted(number, "entry", "entries")).toBe(text);
});

test.each([
  [0, "0 ns"],
  [0.0112, "0.011 ns"],
  [6.24, "6.2 ns"],
  [9.99, "10 ns"],
  [131.4, "131 ns"],
  [12_500, "13 µs"],
  [2_340_000, "2.3 ms"],
])("nanoseconds %d", (ns, text) => {
  expect(nanoseconds(ns)).toBe(text);
});

describe("saved", () => {
  test.each([
    [141, 368, "62%"],
    [10, 10, null],
    [11, 10, null],
    [0, 0, null],
  ])("%d of %d", (part, whole, share) => {
    expect(saved(part, whole)).toBe(share);
  });
});

test("bytes as hex", () => {
  expect(hexOf(Uint8Array.of(0, 10, 255))).toBe("00 0a ff");
  expect(hexOf(Uint8Array.of(0, 10, 255), "")).toBe("000aff");
});
