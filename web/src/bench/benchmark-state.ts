/** What is chosen to be measured, and what was measured: kept while other views are looked at. */

import type { LinkedChoice } from "../address/benchmark-choice";
import type { BenchmarkChoice, BenchmarkProgress, BenchmarkResults } from "../engine/types";

export type BenchmarkState = {
  /** What a link says of the choice. */
  linked: LinkedChoice;
  /** null: as the link says. */
  choice: BenchmarkChoice | null;
  file: { name: string; bytes: Uint8Array } | null;
  /** Milliseconds of each Huffman engine's first use; empty until measured. */
  firstUses: ReadonlyMap<string, number>;
  /** How far the run is; null while none is under way. */
  progress: BenchmarkProgress | "loading" | null;
  /** The results, and the choice they were measured with. */
  measured: { choice: BenchmarkChoice; results: BenchmarkResults; whole: boolean } | null;
  /** Sentences about inputs that can't be measured. */
  problems: string[];
};

export const NO_BENCHMARK: BenchmarkState = {
  linked: {},
  choice: null,
  file: null,
  firstUses: new Map(),
  progress: null,
  measured: null,
  problems: [],
};
