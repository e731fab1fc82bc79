/** The benchmark worker's API. */
import type {
  BenchmarkAdded,
  BenchmarkChoice,
  BenchmarkProgress,
  BenchmarkResults,
  BenchmarkStage,
  BenchmarkStarted,
  OpenOptions,
} from "./types";

export interface BenchmarkCore {
  stages(): Promise<BenchmarkStage[]>;
  /** Adds texts or files as the input `id`, replacing its contents. */
  add(
    id: string,
    title: string,
    inputs: (string | Uint8Array)[],
    options: Partial<OpenOptions>,
  ): Promise<BenchmarkAdded>;
  /** Loads the chosen engines, and begins. */
  start(choice: BenchmarkChoice): Promise<BenchmarkStarted>;
  /** Measures until done or stopped; `onProgress` gets the progress, and now and then the results so far. */
  run(onProgress: (progress: BenchmarkProgress, results: BenchmarkResults | null) => void): Promise<BenchmarkResults>;
  stop(): Promise<void>;
}
