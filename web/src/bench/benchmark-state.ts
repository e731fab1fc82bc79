/** What is chosen to be measured, and what was measured: kept while other views are looked at. */
import type { BenchmarkChoice, BenchmarkProgress, BenchmarkResults, BenchmarkStage } from "../engine/types";
import type { LinkedChoice } from "../session/benchmark-choice";

export type BenchmarkState = {
  stages: BenchmarkStage[];
  /** What a link says of the choice. */
  linked: LinkedChoice;
  /** null until the stages are known. */
  choice: BenchmarkChoice | null;
  file: { name: string; bytes: Uint8Array } | null;
  /** How far the run is; null while none is under way. */
  progress: BenchmarkProgress | "loading" | null;
  /** What was measured, and with which choice. */
  measured: { choice: BenchmarkChoice; results: BenchmarkResults; whole: boolean } | null;
  /** Sentences about what could not be measured. */
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
