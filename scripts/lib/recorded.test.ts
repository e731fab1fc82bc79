import { expect, test } from "vitest";
import { recordedFirstUses, recordedOn, recordedResults } from "./recorded.mjs";

const TEXT = `
<!-- browser -->
\`npm run lab bench-page\`, 2026-11-30. Some(R) Processor, 2 cores; Chromium 156.0.1. Measured in Chromium 156. And so on.
<!-- /browser -->
<!-- browser-huffman -->
| ns/byte | \`9\` | \`prose\` |
|---|--:|--:|
| nibble | ~3.48 | 4.68 |
| window16 | ~2.20 | 5.00 |

| over window16 | \`9\` | \`prose\` |
|---|--:|--:|
| nibble | 2.00 [1.60–2.50] | ≈ 1.00 [0.80–1.25] |
| window16 | 1 | 1 |
<!-- /browser-huffman -->
<!-- browser-first-use -->
| engine | ms |
|---|--:|
| 16-bit window | 2.10 |

The file has 2 KiB.
<!-- /browser-first-use -->
`;

test("results of two engines are read from the tables, the other way round", () => {
  const results = recordedResults(TEXT, "window16", "nibble");
  expect(
    results.map(({ workload, engine, median, ratioLow, ratioHigh, verdict }) => [
      ...[workload, engine, median, ratioLow, ratioHigh, verdict],
    ]),
  ).toEqual([
    ["9", "window16", 2.2, 0.4, 0.625, "faster"],
    ["9", "nibble", 3.48, 1, 1, "baseline"],
    ["prose", "window16", 5, 0.8, 1.25, "no detectable difference"],
    ["prose", "nibble", 4.68, 1, 1, "baseline"],
  ]);
});

test("the machine, the date and the first uses", () => {
  expect(recordedOn(TEXT)).toBe("Some(R) Processor, 2 cores; Chromium 156.0.1; 2026-11-30");
  expect(recordedFirstUses(TEXT)).toEqual({ "16-bit window": 2.1 });
  expect(() => recordedOn("")).toThrow("no section browser");
});
