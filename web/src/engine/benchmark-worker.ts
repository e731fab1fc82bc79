/// <reference lib="webworker" />
/** The benchmark's own worker, so that Inspect stays responsive. */

import init, { Benchmark, huffmanFirstUses } from "@wasm-captures/hpack_inspector_wasm";
import { answerCalls } from "./answer-calls";
import type { BenchmarkCore } from "./benchmark-core";
import { JavascriptEngines, loadEngines } from "./javascript/engines";
import type { BenchmarkAdded, BenchmarkChoice, BenchmarkProgress, BenchmarkResults } from "./types";
import { yieldToMessages } from "./yield";

/** Duration of a round of measuring, milliseconds; a longer one would delay a stop. */
const ROUND_MS = 60;
/** Interval between results, milliseconds. */
const TELL_MS = 500;

const ready = init();
let benchmark: Benchmark | null = null;
/** Number of the current run; a stop or a newer start ends it. */
let running = 0;

async function open(): Promise<Benchmark> {
  await ready;
  benchmark ??= new Benchmark();
  return benchmark;
}

const core: BenchmarkCore = {
  async firstUses() {
    await ready;
    return JSON.parse(huffmanFirstUses());
  },
  async add(id, title, inputs, options) {
    const benchmark = await open();
    benchmark.remove(id);
    let blocks = 0;
    for (const input of inputs) {
      const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
      const added: BenchmarkAdded = JSON.parse(benchmark.add(id, title, bytes, JSON.stringify(options)));
      if (added.status === "refused") return added;
      blocks += added.blocks;
    }
    return { status: "ok", blocks };
  },
  async start(choice: BenchmarkChoice) {
    running += 1;
    const benchmark = await open();
    const { memory } = await ready;
    if (choice.stage !== "javascript") return JSON.parse(benchmark.start(JSON.stringify(choice)));
    const loaded = await loadEngines(choice.engines, memory);
    const known = { ...choice, engines: choice.engines.filter((id) => loaded.has(id)) };
    return JSON.parse(benchmark.start(JSON.stringify(known), new JavascriptEngines(loaded)));
  },
  async run(onProgress) {
    running += 1;
    const mine = running;
    const benchmark = await open();
    const results = (): BenchmarkResults => JSON.parse(benchmark.results());
    let told = performance.now();
    let finished = 0;
    for (;;) {
      const progress: BenchmarkProgress = JSON.parse(benchmark.runFor(ROUND_MS));
      if (progress.done || mine !== running) return results();
      const tell = progress.finished > finished || performance.now() - told >= TELL_MS;
      await onProgress(progress, tell ? results() : null);
      if (tell) {
        told = performance.now();
        finished = progress.finished;
      }
      await yieldToMessages();
      if (mine !== running) return results();
    }
  },
  async stop() {
    running += 1;
  },
};

answerCalls(async (name, _, given) => {
  const call: (...given: unknown[]) => unknown = Reflect.get(core, name);
  return call(...given);
});
