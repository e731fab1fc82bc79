/** The page's side of the benchmark's worker, which is started on the first call. */
import { proxy } from "comlink";
import type { BenchmarkCore } from "./benchmark-core";
import { proxyCalls } from "./calls-of";
import type { BenchmarkProgress, BenchmarkResults } from "./types";
import { type Start, starting, WorkerSlot } from "./worker-connection";

const WORKER = starting(
  () => new Worker(new URL("./benchmark-worker.ts", import.meta.url), { type: "module", name: "benchmark" }),
);

export class BenchmarkClient {
  private readonly worker: WorkerSlot;
  readonly core: BenchmarkCore = proxyCalls((name, given) => this.worker.get().call(name, null, ...given));

  constructor(start: Start = WORKER) {
    this.worker = new WorkerSlot(start);
  }

  /** Calls `listener` when the worker has ended by itself. */
  onCrash(listener: (message: string) => void): void {
    this.worker.onCrash(listener);
  }

  end(): void {
    this.worker.end();
  }

  run(onProgress: (progress: BenchmarkProgress, results: BenchmarkResults | null) => void): Promise<BenchmarkResults> {
    return this.core.run(proxy(onProgress));
  }
}
