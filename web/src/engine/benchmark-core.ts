/** The benchmark worker's API. */
import type {
  BenchmarkAdded,
  BenchmarkChoice,
  BenchmarkProgress,
  BenchmarkResults,
  BenchmarkStarted,
  OpenOptions,
} from "./types";

export interface BenchmarkCore {
  /** Milliseconds of each Huffman engine's first use, valid only as the first call. */
  firstUses(): Promise<[engine: string, ms: number][]>;
  /** Adds texts or files to the input `id`; what it held before is gone. */
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
