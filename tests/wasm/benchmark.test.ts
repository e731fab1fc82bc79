import { Benchmark, huffmanFirstUses } from "@wasm-captures/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import stages from "../../web/src/engine/benchmark-stages.json";
import { ours } from "../../web/src/engine/javascript/ours";
import { type BlockEngine, Runner } from "../../web/src/engine/javascript/runner";
import type {
  BenchmarkAdded,
  BenchmarkChoice,
  BenchmarkProgress,
  BenchmarkResults,
  BenchmarkStarted,
} from "../../web/src/engine/types";
import { asText, exampleOf } from "../appendix-c";
import { memory } from "./opening";

const C6_TEXT = asText(exampleOf("C.6"));

const CHOICE: BenchmarkChoice = {
  stage: "huffman",
  engines: ["window16", "window14"],
  workloads: ["9"],
  baseline: "window16",
  care: "quick",
};

/** A benchmark with an input “c6”, begun. */
function begin(choice: Partial<BenchmarkChoice>, runners: Record<string, BlockEngine> = {}, input = C6_TEXT) {
  const benchmark = new Benchmark();
  const added: BenchmarkAdded = JSON.parse(benchmark.add("c6", "C.6", new TextEncoder().encode(input), "{}"));
  expect(added.status).toBe("ok");
  const makers = {
    runner: (id: string, numbers: Uint32Array, bytes: Uint8Array) =>
      new Runner(runners[id] ?? ours(memory), numbers, bytes),
  };
  const started: BenchmarkStarted = JSON.parse(benchmark.start(JSON.stringify({ ...CHOICE, ...choice }), makers));
  return { benchmark, started };
}

const goOn = (benchmark: Benchmark) => JSON.parse(benchmark.runFor(20)) as BenchmarkProgress;
const resultsOf = (benchmark: Benchmark) => JSON.parse(benchmark.results()) as BenchmarkResults;

/** Quick takes 13 heats of 7 rounds, and four times as many at most where the machine is not quiet. */
const isRounds = (count: number) => count >= 13 * 7 && count <= 52 * 7;

function finish(benchmark: Benchmark): BenchmarkResults {
  for (let turn = 0; turn < 10_000; turn += 1) {
    if (goOn(benchmark).done) return resultsOf(benchmark);
  }
  throw new Error("it does not end");
}

test("the first uses of the Huffman engines are timed", () => {
  const firstUses: [engine: string, ms: number][] = JSON.parse(huffmanFirstUses());
  expect(firstUses.map(([id]) => id)).toEqual(stages[0]?.engines.map(({ id }) => id));
  for (const [, ms] of firstUses) expect(ms).toBeGreaterThanOrEqual(0);
});

test("results come for each engine, while it runs and at the end, with the samples", () => {
  const { benchmark, started } = begin({ workloads: ["9", "c6", "none"] });
  expect(started).toEqual({ workloads: 2, empty: ["none"] });
  expect(resultsOf(benchmark).results).toEqual([]);
  expect(goOn(benchmark)).toMatchObject({ done: false, finished: 0, workloads: 2 });
  expect(resultsOf(benchmark).results).toHaveLength(2);
  const { clockNs, results } = finish(benchmark);
  expect(clockNs).toBeGreaterThan(0);
  const titles = ["9 characters", "strings of C.6"].flatMap((title) => CHOICE.engines.map((engine) => [title, engine]));
  expect(results.map(({ title, engine }) => [title, engine])).toEqual(titles);
  for (const { engine, samples, low = 0, unit, verdict, ratio, bytesAllocated } of results) {
    expect(samples?.length).toSatisfy(isRounds);
    expect(low).toBeGreaterThan(0);
    expect([unit, bytesAllocated]).toEqual(["ns/byte", 0]);
    if (engine === "window16") expect({ verdict, ratio }).toEqual({ verdict: "baseline", ratio: 1 });
    else expect(["faster", "slower", "no detectable difference"]).toContain(verdict);
  }
});

test("allocations are counted in WebAssembly's memory", () => {
  const choice = { stage: "header-buffer", engines: ["fresh", "reused"], workloads: ["captures"], baseline: "fresh" };
  const { claims, results } = finish(begin(choice).benchmark);
  expect(results.map(({ mismatch }) => mismatch)).toEqual([null, null]);
  const seen = /^On captures, the bytes allocated for a block go from 16384 to \d+, /;
  expect(claims).toMatchObject([{ stage: "header-buffer", seen: expect.stringMatching(seen) }]);
});

describe("engines in JavaScript", () => {
  const sized = (size: number, ...blocks: string[]) => `# initial table size ${size}\n${blocks.join("\n\n")}`;
  /** 5,000 entries. */
  const MANY = Array.from(
    { length: 5000 },
    (_, at) => `40016105${Buffer.from(String(10_000 + at)).toString("hex")}`,
  ).join("");
  const only = { stage: "javascript", engines: ["ours"], baseline: "ours" };

  test.each([
    ["fields", "c6", C6_TEXT],
    ["an error", "c6", "82 80 84\n\n82 86"],
    ["bytes that are no text", "c6", "0001 e9 01 80 00 01 c1 01 ff"],
    ["captured connections, whose tables have turned over", "captures", C6_TEXT],
    ["an entry that evicts another", "c6", sized(68, "400161016240016301644001650166", "bebf", "c0")],
    ["an entry larger than the table", "c6", sized(40, "4001610162", `4001630a${"64".repeat(10)}`, "4001650166be")],
    ["a name from an entry that is too large", "c6", sized(40, "4001610162", `7e0a${"64".repeat(10)}`, "4001650166be")],
    ["a size update that empties the table", "c6", "4001610162\n\n203fe11f4001630164be\n\nbf"],
    ["a block longer than the buffer at the start", "c6", `0001617f8040${"62".repeat(127 + 64 * 128)}`],
    ["old entries of a large table", "c6", sized(1 << 20, MANY, "be", "ffff1f", "ffc726")],
  ])("ours gives what the reference gives: %s", (_, workload, input) => {
    const { benchmark } = begin({ ...only, workloads: [workload] }, {}, input);
    goOn(benchmark);
    expect(resultsOf(benchmark).results).toMatchObject([{ mismatch: null, unit: "ns/field" }]);
  });

  test("a wrong one is shown with the place, and not timed", () => {
    const right = ours(memory);
    const begin302 = (...given: Parameters<BlockEngine["begin"]>): ReturnType<BlockEngine["begin"]> => {
      const decoder = right.begin(...given);
      return {
        acknowledge: (limit) => decoder.acknowledge(limit),
        decode: (block, field) => decoder.decode(block, (name, value) => field(name, value.replace("302", "303"))),
        end: () => decoder.end(),
      };
    };
    const wrong = { ...right, begin: begin302 };
    const { benchmark } = begin({ ...only, engines: ["ours", "wrong"], workloads: ["c6"] }, { wrong });
    expect(finish(benchmark).results[1]).toMatchObject({ mismatch: { at: 17 }, samples: [], verdict: null });
  });
});
