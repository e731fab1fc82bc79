/** Results in words and in Markdown. */
import type { BenchmarkClaim, BenchmarkEngine, BenchmarkResult, BenchmarkResults } from "../engine/benchmark-types";
import { count, counted } from "../ui/figures";
import type { Conditions } from "./conditions";

/** The engines' titles by name. */
export type Titles = Pick<BenchmarkEngine, "id" | "title">[];

function titleOf(titles: Titles, id: string): string {
  return titles.find((engine) => engine.id === id)?.title ?? id;
}

/** A factor with as many digits as it can be told with. */
export function factor(number: number): string {
  return number < 9.995 ? number.toFixed(2) : number < 99.95 ? number.toFixed(1) : String(Math.round(number));
}

/** A time with three significant digits. */
export function figure(number: number): string {
  return number < 1 ? number.toPrecision(2) : number < 99.95 ? number.toPrecision(3) : count(number);
}

function range(from: number, to: number): string {
  const [low, high] = [factor(from), factor(to)];
  return low === high ? low : `${low} to ${high}`;
}

/** A result's verdict beside the baseline: «1.80 to 1.90 times as fast». */
export function verdict(result: BenchmarkResult): string {
  const { ratioLow, ratioHigh } = result;
  if (result.mismatch !== null) return "wrong output, not timed";
  if (ratioLow === null || ratioHigh === null || result.verdict === null) {
    return result.median === undefined ? "too few rounds" : "nothing to compare with";
  }
  switch (result.verdict) {
    case "faster":
      return `${range(1 / ratioHigh, 1 / ratioLow)} times as fast`;
    case "slower":
      return `takes ${range(ratioLow, ratioHigh)} times as long`;
    default:
      return result.verdict;
  }
}

/** «14-bit window is 1.80 to 1.90 times as fast as 16-bit window on 88 characters.» */
export function sentenceOf(result: BenchmarkResult, titles: Titles): string {
  const [engine, baseline] = [titleOf(titles, result.engine), titleOf(titles, result.baseline)];
  const where = `on ${result.title}`;
  switch (result.mismatch === null ? result.verdict : null) {
    case "faster":
      return `${engine} is ${verdict(result)} as ${baseline} ${where}.`;
    case "slower":
      return `${engine} ${verdict(result)} as ${baseline} ${where}.`;
    case "no detectable difference":
      return `${engine}: no detectable difference from ${baseline} ${where}.`;
    default:
      return `${engine} ${where}: ${verdict(result)}.`;
  }
}

/** Results by workload, in the order in which they were measured. */
export function byWorkload(results: BenchmarkResult[]): BenchmarkResult[][] {
  return [...Map.groupBy(results, ({ workload }) => workload).values()];
}

/** The fastest engine by the geometric mean of its ratios, in a sentence; null where nothing can be compared. */
export function overall(results: BenchmarkResult[], titles: Titles): string | null {
  const wrong = new Set(results.filter(({ mismatch }) => mismatch !== null).map(({ engine }) => engine));
  const workloads = byWorkload(results).length;
  const means = [...Map.groupBy(results, ({ engine }) => engine)].flatMap(([engine, own]) => {
    const ratios = own.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
    if (wrong.has(engine) || ratios.length < workloads) return [];
    return [{ engine, own, mean: Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length) }];
  });
  const best = means.toSorted((a, b) => a.mean - b.mean)[0];
  const baseline = results[0]?.baseline;
  if (best === undefined || baseline === undefined || means.length < 2) return null;
  const [fastest, base] = [titleOf(titles, best.engine), titleOf(titles, baseline)];
  const on = (verdict: string) => best.own.filter((result) => result.verdict === verdict).length;
  const faster = on("faster");
  if (best.engine === baseline) return `None is faster than ${base} over ${counted(workloads, "workload")}.`;
  if (faster === 0) return `No detectable difference between the fastest, ${fastest}, and ${base}.`;
  const others = [
    on("no detectable difference") > 0 ? `no detectable difference on ${on("no detectable difference")}` : null,
    on("slower") > 0 ? `slower on ${on("slower")}` : null,
  ].filter((part) => part !== null);
  const where = workloads === 1 ? "" : ` on ${faster} of ${workloads} workloads`;
  const mean = workloads === 1 ? "" : ` (${factor(1 / best.mean)} times as fast as a geometric mean)`;
  return `Fastest: ${fastest}, faster than ${base}${where}${mean}${others.length > 0 ? `; ${others.join(", ")}` : ""}.`;
}

/** Where a wrong engine's output goes astray. */
export function mismatchText({ mismatch }: BenchmarkResult): string {
  if (mismatch === null) return "";
  const shown = (octets: number[], all: number) =>
    octets.length === 0
      ? `the end, after ${counted(all, "octet")}`
      : octets.map((one) => one.toString(16).padStart(2, "0")).join(" ");
  const expected = shown(mismatch.expected, mismatch.expectedOctets);
  const found = shown(mismatch.found, mismatch.foundOctets);
  return `Octet ${count(mismatch.at)} of the output differs: expected ${expected}, found ${found}.`;
}

/** Whether a claim holds, in words. */
export function holds(claim: BenchmarkClaim): string {
  return { yes: "It holds here.", partly: "It holds here in part.", no: "It does not hold here." }[claim.holds];
}

/** The table, what it says of claims, and under what conditions, as Markdown. */
export function markdown({ results, claims }: BenchmarkResults, titles: Titles, conditions: Conditions): string {
  const unit = results[0]?.unit ?? "ns";
  const interval = (low: number | null | undefined, high: number | null | undefined, print: (n: number) => string) =>
    low == null || high == null ? "" : ` (${print(low)}–${print(high)})`;
  const rows = results.map((result) => [
    result.title,
    titleOf(titles, result.engine),
    result.median === undefined ? "–" : figure(result.median) + interval(result.low, result.high, figure),
    result.ratio === null ? "–" : factor(result.ratio) + interval(result.ratioLow, result.ratioHigh, factor),
    verdict(result),
    result.bytesAllocated === null ? "–" : count(result.bytesAllocated),
  ]);
  const head = ["workload", "engine", unit, "ratio", "verdict", "bytes allocated"];
  const lines = [head, head.map((_, at) => (at < 2 || at === 4 ? "---" : "---:")), ...rows];
  const table = lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
  const seen = claims.flatMap((claim) => [`Claimed: ${claim.claimed}`, "", `Seen: ${claim.seen} ${holds(claim)}`, ""]);
  return [...table, "", ...seen, conditions.sentences.join(" "), ""].join("\n");
}
