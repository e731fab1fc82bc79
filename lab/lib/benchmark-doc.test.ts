import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { TOP } from "../../scripts/lib/paths.mjs";
import { CLAIM, FASTER, result, SAME, WRONG } from "../../web/src/bench/sample.ts";
import { CLAIM_STAGES, figure, figuresOf, tables } from "./benchmark-doc.mjs";

test("engines by workloads, times and ratios", () => {
  expect(tables([result(), FASTER, { ...SAME, engine: "same", restless: true }, WRONG])).toBe(
    `| ns/byte | \`9\` |
|---|--:|
| window16 | 2.00 |
| window14 | 1.06 |
| same | ~2.00 |
| walk | mismatch |

| over window16 | \`9\` |
|---|--:|
| window16 | 1 |
| window14 | 0.540 [0.526–0.556] |
| same | ≈ 1.01 [0.970–1.04] |
| walk |  |`,
  );
});

test("the figures of a stage: claims, times, bytes and engines, of this stage alone", () => {
  const stage = "header-buffer";
  const text = figuresOf(stage, {
    results: [
      result({ stage, workload: "w", bytesAllocated: 16_384 }),
      result({ stage, workload: "w", engine: "new", bytesAllocated: 88 }),
      result({ workload: "other" }),
    ],
    claims: [{ ...CLAIM, claimed: "It pays.", seen: "It costs.", holds: "no" }],
    engines: ["new", "unused"].map((engine) => ({ stage, engine, about: `${engine} buffer` })),
  });
  expect(text).toMatch(/^Claimed: It pays\.\n\nSeen: It costs\. \*\*It does not hold here\.\*\*\n\n\| ns/);
  expect(text).toContain("Bytes allocated:\n\n| workload | window16 | new |\n|---|--:|--:|\n| w | 16384 | 88.0 |");
  expect(text).toMatch(/\n\n- `new`: new buffer$/);
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
  const others = ["native-recording", "native-refusals", "native-instructions", "browser-javascript"];
  expect(marks).toEqual(expect.arrayContaining([...others, "browser-first-use"]));
});

test("figures have three digits", () => {
  expect([0, 0.1234, 1.234, 12.34, 1234.5].map(figure)).toEqual(["0", "0.123", "1.23", "12.3", "1235"]);
});
