/**
 * What the benchmark's worker tells the page. The Rust side of each shape
 * stands in `crate/wasm/src/benchmark` and `crate/bench`.
 */

export type BenchmarkEngine = {
  id: string;
  title: string;
  about: string;
  /** What its first use took, tables being built, milliseconds; null where there are none. */
  firstUseMs: number | null;
};
export type BenchmarkWorkload = { id: string; title: string };

export type BenchmarkStage = {
  id: string;
  title: string;
  /** The engine that the others are compared with by default. */
  baseline: string;
  /** Whether an engine of this stage can be the one that Inspect decodes with. */
  inspects: boolean;
  engines: BenchmarkEngine[];
  /** Workloads that need no input. */
  workloads: BenchmarkWorkload[];
};

export const CARES = ["quick", "usual", "thorough"] as const;
/** How long to measure: fewer or more rounds. */
export type Care = (typeof CARES)[number];

export type BenchmarkChoice = {
  stage: string;
  engines: string[];
  /** Names of workloads, or of inputs that the page adds. */
  workloads: string[];
  baseline: string;
  care: Care;
};

export type BenchmarkAdded =
  | { status: "ok"; blocks: number }
  | { status: "refused"; message: string; line: number; column: number };

export type BenchmarkStarted = {
  /** Workloads that are going to be measured. */
  workloads: number;
  /** Names of those that hold nothing of what the stage decodes. */
  empty: string[];
};

export type BenchmarkProgress = {
  done: boolean;
  finished: number;
  workloads: number;
  /** The workload that is being measured. */
  workload: string | null;
  /** How much of all is done, 0 to 1. */
  part: number;
};

export type Verdict = "baseline" | "faster" | "slower" | "no detectable difference";

/** Where an engine's output differs from what it should be. */
export type Mismatch = {
  /** The first octet of the output that differs, from 0. */
  at: number;
  expected: number[];
  found: number[];
  expectedOctets: number;
  foundOctets: number;
};

/** One engine on one workload. */
export type BenchmarkResult = {
  stage: string;
  workload: string;
  /** What a menu calls the workload. */
  title: string;
  engine: string;
  unit: "ns/byte" | "ns/field" | "ns/integer" | "ns/look-up" | "ns/block" | "ns/frame";
  /** Median and 99.9 % interval in the unit; absent until there are rounds enough, and for a wrong engine. */
  median?: number;
  low?: number;
  high?: number;
  baseline: string;
  /** Its time over the baseline's: below 1 is faster. */
  ratio: number | null;
  ratioLow: number | null;
  ratioHigh: number | null;
  verdict: Verdict | null;
  /** Octets of WebAssembly memory for one string, integer, block, look-up or frame. */
  bytesAllocated: number | null;
  mismatch: Mismatch | null;
  /** Whether the rounds differ so much that small differences mean little. */
  restless: boolean;
  /** Whether its interval decides when there are rounds enough. */
  decides: boolean;
  /** How far that interval reaches from its median, as a part of it; null where there are too few rounds. */
  within: number | null;
  /** Each round's time, in the unit. */
  samples: number[];
};

/** A published claim, and what the results say of it. */
export type BenchmarkClaim = {
  stage: string;
  claimed: string;
  seen: string;
  holds: "yes" | "partly" | "no";
};

/** Whether the machine was quiet enough: “unsure” where intervals stayed wide. */
export type BenchmarkTrust = { level: "quiet" | "restless" | "unsure"; sentence: string };

export type BenchmarkResults = {
  /** The clock's step, nanoseconds. */
  clockNs: number;
  /** null where nothing was timed. */
  trust: BenchmarkTrust | null;
  results: BenchmarkResult[];
  claims: BenchmarkClaim[];
};
