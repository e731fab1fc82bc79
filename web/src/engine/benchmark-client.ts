/** The page's side of the benchmark's worker, which is started when first asked for. */
import { proxy, type Remote, wrap } from "comlink";
import type { BenchmarkCore } from "./benchmark-core";
import type { BenchmarkProgress, BenchmarkResults } from "./benchmark-types";

export class BenchmarkClient {
  private worker: Worker | null = null;
  private remote: Remote<BenchmarkCore> | null = null;
  /** Called when the worker has ended by itself. */
  onCrash: (message: string) => void = () => {};

  get core(): Remote<BenchmarkCore> {
    if (this.remote === null) {
      const worker = new Worker(new URL("./benchmark-worker.ts", import.meta.url), {
        type: "module",
        name: "benchmark",
      });
      worker.onerror = (event) => {
        this.end();
        this.onCrash(event.message);
      };
      this.worker = worker;
      this.remote = wrap<BenchmarkCore>(worker);
    }
    return this.remote;
  }

  end(): void {
    this.worker?.terminate();
    this.worker = null;
    this.remote = null;
  }

  run(onProgress: (progress: BenchmarkProgress, results: BenchmarkResults | null) => void): Promise<BenchmarkResults> {
    return this.core.run(proxy(onProgress));
  }
}
