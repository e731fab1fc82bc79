/** Results in words and in Markdown. */
import type { BenchmarkClaim, BenchmarkEngine, BenchmarkResult, BenchmarkResults, Verdict } from "../engine/types";
import { count, counted } from "../ui/figures";
import type { Conditions } from "./conditions";

export type Titles = Pick<BenchmarkEngine, "id" | "title">[];

function titleOf(titles: Titles, id: string): string {
  return titles.find((engine) => engine.id === id)?.title ?? id;
}

/** A factor with three significant digits at most. */
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

/** A result against the baseline: “1.80 to 1.90 times as fast”. */
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

/** “14-bit window is 1.80 to 1.90 times as fast as 16-bit window on 88 characters.” */
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

export function byWorkload(results: BenchmarkResult[]): BenchmarkResult[][] {
  return [...Map.groupBy(results, ({ workload }) => workload).values()];
}

/** An engine's results on all workloads, each with its interval. */
type Compared = { engine: string; title: string; own: (BenchmarkResult & { ratioLow: number; ratioHigh: number })[] };

function comparedOf(results: BenchmarkResult[], titles: Titles): Compared[] {
  const workloads = byWorkload(results).length;
  return [...Map.groupBy(results, ({ engine }) => engine)].flatMap(([engine, all]) => {
    const own = all.flatMap((result) => {
      const { ratioLow, ratioHigh, mismatch } = result;
      return ratioLow === null || ratioHigh === null || mismatch !== null ? [] : [{ ...result, ratioLow, ratioHigh }];
    });
    return own.length < workloads ? [] : [{ engine, title: titleOf(titles, engine), own }];
  });
}

function countVerdicts({ own }: Compared, verdict: Verdict): number {
  return own.filter((result) => result.verdict === verdict).length;
}

/** Number of workloads on which `one` is detectably faster than `other`. */
function countFaster(one: Compared, other: Compared): number {
  return one.own.filter(({ workload, ratioHigh }) => {
    const rival = other.own.find((result) => result.workload === workload);
    return rival !== undefined && ratioHigh < rival.ratioLow;
  }).length;
}

function meanOf({ own }: Compared): number {
  return own.reduce((sum, { ratio }) => sum + Math.log(ratio ?? 1), 0);
}

/** A sentence or two on what the intervals allow to say of all engines; null if nothing can be compared. */
export function overall(results: BenchmarkResult[], titles: Titles): string | null {
  const baseline = results[0]?.baseline;
  const compared = comparedOf(results, titles);
  const base = compared.find(({ engine }) => engine === baseline);
  const [best, ...rivals] = compared
    .filter((one) => one !== base)
    .toSorted((a, b) => countVerdicts(b, "faster") - countVerdicts(a, "faster") || meanOf(a) - meanOf(b));
  if (base === undefined || best === undefined) return null;
  const workloads = best.own.length;
  const faster = countVerdicts(best, "faster");
  if (faster === 0) {
    const isAlone = [best, ...rivals].every((one) => countVerdicts(one, "slower") === workloads);
    return isAlone ? `Fastest: ${base.title}.` : `No engine is detectably faster than ${base.title}.`;
  }
  const won = best.own.filter(({ verdict }) => verdict === "faster");
  const times = range(
    1 / Math.max(...won.map((one) => one.ratioHigh)),
    1 / Math.min(...won.map((one) => one.ratioLow)),
  );
  const parts = [
    `${best.title} is ${times} times as fast as ${base.title}${where(faster, workloads)}`,
    ...(["no detectable difference", "slower"] as const).flatMap((verdict) =>
      countVerdicts(best, verdict) === 0 ? [] : [`${verdict} on ${countVerdicts(best, verdict)}`],
    ),
  ];
  const isFastest =
    parts.length === 1 && rivals.every((one) => countFaster(best, one) > 0 && countFaster(one, best) === 0);
  const alike = rivals
    .filter((one) => countFaster(best, one) === 0 && countFaster(one, best) === 0)
    .map(({ title }) => title);
  const past = rivals.filter((one) => countFaster(one, best) > 0);
  return [
    `${isFastest && rivals.length > 0 ? "Fastest: " : ""}${parts.join("; ")}.`,
    ...(alike.length === 0 ? [] : [`No detectable difference between it and ${alike.join(", ")}.`]),
    ...past.map((one) => `${one.title} is faster still${where(countFaster(one, best), workloads)}.`),
  ].join(" ");
}

function where(some: number, all: number): string {
  if (all === 1) return "";
  return some === all ? ` on all ${all} workloads` : ` on ${some} of ${all} workloads`;
}

/** Where a wrong engine's output differs. */
export function mismatchText({ mismatch }: BenchmarkResult): string {
  if (mismatch === null) return "";
  const shown = (bytes: number[], all: number) =>
    bytes.length === 0
      ? `the end, after ${counted(all, "byte")}`
      : bytes.map((one) => one.toString(16).padStart(2, "0")).join(" ");
  const expected = shown(mismatch.expected, mismatch.expectedBytes);
  const found = shown(mismatch.found, mismatch.foundBytes);
  return `Byte ${count(mismatch.at)} of the output differs: expected ${expected}, found ${found}.`;
}

export function holds(claim: BenchmarkClaim): string {
  return { yes: "It holds here.", partly: "It holds here in part.", no: "It does not hold here." }[claim.holds];
}

/** Markdown of the verdict, the table, the claims and the conditions. */
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
  const trust = conditions.trust === null ? [] : [conditions.trust, ""];
  const seen = claims.flatMap((claim) => [`Claimed: ${claim.claimed}`, "", `Seen: ${claim.seen} ${holds(claim)}`, ""]);
  return [...trust, ...table, "", ...seen, conditions.sentences.join(" "), ""].join("\n");
}
