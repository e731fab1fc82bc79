/** The shape of the benchmark worker's API, as the page calls it. */
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
  /** Adds texts or files to the input `id`; what it held before is gone. */
  add(
    id: string,
    title: string,
    inputs: (string | Uint8Array)[],
    options: Partial<OpenOptions>,
  ): Promise<BenchmarkAdded>;
  /** Loads the engines that are chosen, and begins. */
  start(choice: BenchmarkChoice): Promise<BenchmarkStarted>;
  /** Measures until done or stopped; `onProgress` hears how far, and now and then what is known. */
  run(onProgress: (progress: BenchmarkProgress, results: BenchmarkResults | null) => void): Promise<BenchmarkResults>;
  stop(): Promise<void>;
}
