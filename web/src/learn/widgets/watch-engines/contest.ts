/** Measures each engine on one string, all in one benchmark, in its own worker. */
import { BenchmarkClient } from "../../../engine/benchmark-client";
import type { BenchmarkProgress, BenchmarkResult, BenchmarkResults } from "../../../engine/types";
import { hexOf } from "../../../ui/figures";
import { stringBytes } from "../integer";

const INPUT = "watched";

/** Our engine, with which the others are compared. */
export const BASELINE = "window14";

export type Contest = {
  results: Map<string, BenchmarkResult>;
  /** Resolution of the clock, nanoseconds. */
  clockNs: number;
  /** Progress, 0 to 1. */
  part: number;
  done: boolean;
};

/** A literal without indexing (§6.2.2) whose name is `a` and whose value is `coded`. */
function block(coded: Uint8Array): string {
  return hexOf(Uint8Array.from([0x00, 0x01, 0x61, ...stringBytes(coded, true)]));
}

/** Measures to the end, or until `signal` aborts. Throws if the worker fails. */
export async function race(
  coded: Uint8Array,
  engines: string[],
  signal: AbortSignal,
  onContest: (contest: Contest) => void,
): Promise<void> {
  const client = new BenchmarkClient();
  signal.addEventListener("abort", () => client.end());
  const tell = (results: BenchmarkResults, part: number, done: boolean) => {
    const byEngine = new Map(results.results.map((result) => [result.engine, result]));
    if (!signal.aborted) onContest({ results: byEngine, clockNs: results.clockNs, part, done });
  };
  try {
    await client.core.add(INPUT, "this string", [block(coded)], { format: "hex", content: "blocks" });
    await client.core.start({ stage: "huffman", engines, workloads: [INPUT], baseline: BASELINE, care: "quick" });
    const results = await client.run((progress: BenchmarkProgress, results) => {
      if (results !== null) tell(results, progress.part, false);
    });
    tell(results, 1, true);
  } finally {
    client.end();
  }
}

/** Nanoseconds for the whole string, median and interval; null before they are known. */
export function timeOf(result: BenchmarkResult | undefined, bytes: number): [number, number, number] | null {
  if (result?.median === undefined || result.low === undefined || result.high === undefined) return null;
  return [result.median * bytes, result.low * bytes, result.high * bytes];
}
