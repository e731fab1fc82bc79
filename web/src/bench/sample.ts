/** Made-up results, for tests. */
import type { BenchmarkClaim, BenchmarkResult, BenchmarkResults } from "../engine/types";

const RESULT: BenchmarkResult = {
  stage: "huffman",
  workload: "9",
  title: "9 characters",
  engine: "window16",
  unit: "ns/byte",
  median: 2,
  low: 1.9,
  high: 2.1,
  baseline: "window16",
  ratio: 1,
  ratioLow: 1,
  ratioHigh: 1,
  verdict: "baseline",
  bytesAllocated: 0,
  bytesWritten: null,
  mismatch: null,
  restless: false,
  decides: true,
  within: 0.01,
  noise: 0.005,
  samples: [2, 1.9, 2.1],
};

export const TITLES = [
  { id: "walk", title: "bit by bit" },
  { id: "window16", title: "16-bit window", tableBytes: 294_912 },
  { id: "window14", title: "14-bit window", tableBytes: 49_152 },
];

export function result(change: Partial<BenchmarkResult> = {}): BenchmarkResult {
  return { ...RESULT, ...change };
}

export const FASTER = result({
  engine: "window14",
  median: 1.06,
  low: 1,
  high: 1.1,
  ratio: 0.54,
  ratioLow: 0.526,
  ratioHigh: 0.556,
  verdict: "faster",
});

export const SLOWER = result({
  engine: "walk",
  median: 20,
  low: 19,
  high: 21,
  ratio: 10,
  ratioLow: 9.5,
  ratioHigh: 10.5,
  verdict: "slower",
  bytesAllocated: 12_345,
});

export const SAME = result({
  engine: "window14",
  ratio: 1.01,
  ratioLow: 0.97,
  ratioHigh: 1.04,
  verdict: "no detectable difference",
});

export const WRONG = result({
  engine: "walk",
  median: undefined,
  low: undefined,
  high: undefined,
  ratio: null,
  ratioLow: null,
  ratioHigh: null,
  verdict: null,
  samples: [],
  mismatch: { at: 17, expected: [0x32, 0x0d], found: [], expectedBytes: 40, foundBytes: 17 },
});

export const CLAIM: BenchmarkClaim = {
  stage: "header-buffer",
  claimed: "JDK: 16 KiB become a few hundred bytes.",
  seen: "On captures, 16384 bytes allocated for a block become 74.",
  holds: "yes",
};

export function results(...list: BenchmarkResult[]): BenchmarkResults {
  const trust = { level: "quiet", sentence: "The machine was quiet: every ratio is known to within 1.0%." } as const;
  return { clockNs: 5000, trust, results: list, claims: [] };
}
