/** The benchmark's choice and results, kept while other views are open. */
import type { BenchmarkChoice, BenchmarkProgress, BenchmarkResults, BenchmarkStage } from "../engine/types";
import type { LinkedChoice } from "../session/benchmark-choice";

export type BenchmarkState = {
  stages: BenchmarkStage[];
  /** The choice in a link. */
  linked: LinkedChoice;
  /** Null until the stages are loaded. */
  choice: BenchmarkChoice | null;
  file: { name: string; bytes: Uint8Array } | null;
  /** Null if no benchmark is running. */
  progress: BenchmarkProgress | "loading" | null;
  /** The results, and the choice they were measured with. */
  measured: { choice: BenchmarkChoice; results: BenchmarkResults; whole: boolean } | null;
  /** Sentences about inputs that can't be measured. */
  problems: string[];
};

export const NO_BENCHMARK: BenchmarkState = {
  stages: [],
  linked: {},
  choice: null,
  file: null,
  progress: null,
  measured: null,
  problems: [],
};
