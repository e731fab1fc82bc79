import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { TOP } from "../../scripts/lib/paths.mjs";
import { CLAIM_STAGES, figure, figuresOf, tables } from "./benchmark-doc.mjs";

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

test("the figures of a stage: claims, times, bytes and engines, of this stage alone", () => {
  const text = figuresOf("header-buffer", {
    results: [
      { ...outcome, stage: "header-buffer", workload: "w", bytesAllocated: 16_384 },
      { ...outcome, stage: "header-buffer", workload: "w", engine: "new", bytesAllocated: 88 },
      { ...outcome, stage: "huffman", workload: "other" },
    ],
    claims: [{ claimed: "It pays.", seen: "It costs.", holds: "no" }],
    engines: [
      { stage: "header-buffer", engine: "new", about: "one buffer" },
      { stage: "header-buffer", engine: "unused", about: "no result" },
    ],
  });
  expect(text).toMatch(/^Claimed: It pays\.\n\nSeen: It costs\. \*\*It does not hold here\.\*\*\n\n\| ns/);
  expect(text).toContain("Bytes allocated:\n\n| workload | old | new |\n|---|--:|--:|\n| w | 16384 | 88.0 |");
  expect(text).toMatch(/\n\n- `new`: one buffer$/);
  expect(text).not.toContain("other");
});

test("every part that is written has its marks in the document", async () => {
  const document = await readFile(path.join(TOP, "docs", "benchmark.md"), "utf8");
  const marks = [...document.matchAll(/<!-- ([\w-]+) -->/g)].map(([, name]) => name);
  const stages = ["huffman", "integer", "hex", "blocks", "encode", "search", ...CLAIM_STAGES];
  for (const side of ["native", "browser"]) {
    const parts = ["claims", "search-how", ...stages].map((part) => `${side}-${part}`);
    expect(marks).toEqual(expect.arrayContaining([side, ...parts]));
  }
  const others = [
    "native-recording",
    "native-refusals",
    "native-instructions",
    "browser-javascript",
    "browser-first-use",
  ];
  expect(marks).toEqual(expect.arrayContaining(others));
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
