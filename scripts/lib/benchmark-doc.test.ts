import { expect, test } from "vitest";
import { claimsText, figure, tables } from "./benchmark-doc.mjs";

const outcome = {
  stage: "huffman",
  workload: "9",
  engine: "old",
  unit: "ns/byte",
  median: 2,
  baseline: "old",
  ratio: 1,
  ratioLow: 1,
  ratioHigh: 1,
  verdict: "baseline",
  bytesAllocated: 0,
  bytesWritten: null,
  mismatch: null,
  restless: false,
};

test("engines by workloads, times and ratios", () => {
  const results = [
    outcome,
    { ...outcome, engine: "new", median: 1, ratio: 0.5, ratioLow: 0.49, ratioHigh: 0.512, verdict: "faster" },
    { ...outcome, engine: "same", ratioLow: 0.9, ratioHigh: 1.1, verdict: "no detectable difference", restless: true },
    { ...outcome, engine: "wrong", median: undefined, ratio: null, verdict: null, mismatch: { at: 0 } },
  ];
  expect(tables(results)).toBe(
    [
      "| ns/byte | `9` |",
      "|---|--:|",
      "| old | 2.00 |",
      "| new | 1.00 |",
      "| same | ~2.00 |",
      "| wrong | mismatch |",
      "",
      "| over old | `9` |",
      "|---|--:|",
      "| old | 1 |",
      "| new | 0.500 [0.490–0.512] |",
      "| same | ≈ 1.00 [0.900–1.10] |",
      "| wrong |  |",
    ].join("\n"),
  );
});

test("a claim stands above the figures that it is tested with", () => {
  const measured = (stage: string) => ({
    results: [{ ...outcome, stage, workload: "w", bytesAllocated: 16_384 }],
    claims: [{ stage, claimed: "It pays.", seen: "It costs.", holds: "no" as const }],
  });
  const text = claimsText({
    "static-table": measured("static-table"),
    "header-buffer": measured("header-buffer"),
    "frame-writer": measured("frame-writer"),
    search: measured("search"),
  });
  expect(text.match(/^### .*/gm)).toEqual([
    "### Static-table look-up",
    "### Header buffers",
    "### Frame writing",
    "### Substring search",
  ]);
  expect(text.match(/\n\nClaimed: It pays\.\n\nSeen: It costs\. \*\*It does not hold here\.\*\*\n\n/g)).toHaveLength(4);
  expect(text.match(/\| w \| old \| 16384 \|/g)).toHaveLength(1);
});

test.each([
  [0, "0"],
  [0.1234, "0.123"],
  [1.234, "1.23"],
  [12.34, "12.3"],
  [1234.5, "1235"],
])("%f has three digits: %s", (number, expected) => {
  expect(figure(number)).toBe(expected);
});
