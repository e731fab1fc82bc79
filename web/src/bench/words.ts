/** Results in words and in Markdown. */
import type { BenchmarkClaim, BenchmarkEngine, BenchmarkResult, BenchmarkResults } from "../engine/types";
import { count, counted, significant } from "../ui/figures";
import type { Conditions } from "./conditions";

export type Titles = Pick<BenchmarkEngine, "id" | "title" | "tableBytes">[];

function titleOf(titles: Titles, id: string): string {
  return titles.find((engine) => engine.id === id)?.title ?? id;
}

/** What a summary is made of. */
export type Compared = Pick<
  BenchmarkResult,
  "workload" | "title" | "engine" | "baseline" | "unit" | "median" | "ratio" | "ratioLow" | "ratioHigh" | "verdict"
> & { mismatch: BenchmarkResult["mismatch"] };

/** How fast an engine is relative to the baseline, with the bounds: above 1 is faster. */
export type Speed = { low: number; middle: number; high: number };

export function speedOf({ ratio, ratioLow, ratioHigh }: Pick<Compared, "ratio" | "ratioLow" | "ratioHigh">) {
  if (ratio === null || ratioLow === null || ratioHigh === null) return null;
  return { low: 1 / ratioHigh, middle: 1 / ratio, high: 1 / ratioLow };
}

/** A factor with three significant digits at most. */
export function factor(number: number): string {
  if (number < 0.1) return number.toPrecision(2);
  return number < 9.995 ? number.toFixed(2) : number < 99.95 ? number.toFixed(1) : String(Math.round(number));
}

/** A time with three significant digits. */
export function figure(number: number): string {
  return number < 1 ? number.toPrecision(2) : number < 99.95 ? number.toPrecision(3) : count(number);
}

function range(from: number, to: number): string {
  const [low, high] = [factor(from), factor(to)];
  return low === high ? low : `${low}–${high}`;
}

/** The widest interval around 1 with which a difference would have been seen. */
const QUIET = 0.1;

/** How an engine compares with the baseline, by the interval: what is known, and whether enough is known. */
export type Answer = "faster" | "slower" | "same" | "noisy";

/** null for the baseline, and where nothing was compared. */
export function answerOf(result: Compared): Answer | null {
  const { mismatch, verdict } = result;
  const speed = speedOf(result);
  if (mismatch !== null || verdict === null || verdict === "baseline" || speed === null) return null;
  if (verdict !== "no detectable difference") return verdict;
  return Math.max(speed.high, 1 / speed.low) <= 1 + QUIET ? "same" : "noisy";
}

/** The answer with a factor that is above 1. */
function difference(answer: Answer, { low, high }: Speed): string {
  if (answer === "faster") return `${range(low, high)}× as fast`;
  if (answer === "slower") return `${range(1 / high, 1 / low)}× as long`;
  return { same: "no difference seen", noisy: "too noisy to tell" }[answer];
}

/** A result's verdict next to the baseline: “1.80–1.90× as fast”. */
export function verdict(result: Compared): string {
  const { mismatch, median } = result;
  if (mismatch !== null) return "wrong output, not timed";
  const [answer, speed] = [answerOf(result), speedOf(result)];
  if (answer !== null && speed !== null) return difference(answer, speed);
  return result.verdict ?? (median === undefined ? "too few rounds" : "nothing to compare with");
}

export function byWorkload<Result extends Compared>(results: Result[]): Result[][] {
  return [...Map.groupBy(results, ({ workload }) => workload).values()];
}

/** What is known of one engine on all inputs. */
export type Summary = {
  engine: string;
  title: string;
  /** The middle of its speeds, and the bounds of all of them; null where nothing was compared. */
  span: Speed | null;
  answer: Answer | "baseline" | "mixed" | "wrong" | null;
  /** “1.20–2.00× as fast on 5 of 5 inputs”. */
  words: string;
  /** “16-bit window is 1.20–2.00× as fast as 4-bit states on 5 of 5 inputs.” */
  sentence: string | null;
  /** “1.06–2.20 ns/byte”; empty where nothing was timed. */
  time: string;
};

export function summaryOf(results: Compared[], engine: string, titles: Titles): Summary {
  const own = results.filter((result) => result.engine === engine);
  const compared = own.flatMap((result) => {
    const speed = speedOf(result);
    return speed === null ? [] : [{ answer: answerOf(result), ...speed }];
  });
  const title = titleOf(titles, engine);
  const base = { engine, title, span: spanOf(compared), time: timeOf(own) };
  const baseline = own[0]?.baseline ?? "";
  const wrong = own.filter(({ mismatch }) => mismatch !== null).length;
  if (wrong > 0) {
    const words = `wrong output, not timed${on(wrong, own.length)}`;
    return { ...base, answer: "wrong", words, sentence: `${capitalized(title)}: ${words}.` };
  }
  if (engine === baseline) return { ...base, answer: "baseline", words: "baseline", sentence: null };
  const parts = (["faster", "slower", "same", "noisy"] as const).flatMap((answer) => {
    const alike = compared.filter((one) => one.answer === answer);
    const span = spanOf(alike);
    return span === null ? [] : [{ answer, how: difference(answer, span), count: alike.length }];
  });
  const [first, ...others] = parts;
  if (first === undefined) return { ...base, answer: null, words: "too few rounds", sentence: null };
  const rest = others.map(({ how, count }) => `; ${how} on ${count}`).join("");
  const where = on(first.count, own.length) + rest;
  return {
    ...base,
    answer: others.length > 0 ? "mixed" : first.answer,
    words: first.how + where,
    sentence: `${capitalized(SENTENCES[first.answer](title, titleOf(titles, baseline), first.how))}${where}.`,
  };
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const SENTENCES: Record<Answer, (title: string, baseline: string, how: string) => string> = {
  faster: (title, baseline, how) => `${title} is ${how} as ${baseline}`,
  slower: (title, baseline, how) => `${title} takes ${how} as ${baseline}`,
  same: (title, baseline) => `No difference seen between ${title} and ${baseline}`,
  noisy: (title, baseline) => `Too noisy to tell ${title} from ${baseline}`,
};

function timeOf(results: Compared[]): string {
  const times = results.flatMap(({ median }) => median ?? []);
  const [first, last] = [figure(Math.min(...times)), figure(Math.max(...times))];
  return times.length === 0 ? "" : `${first === last ? first : `${first}–${last}`} ${results[0]?.unit}`;
}

function spanOf(results: Speed[]): Speed | null {
  const middles = results.map(({ middle }) => middle).toSorted((a, b) => a - b);
  const middle = middles[middles.length >> 1];
  if (middle === undefined) return null;
  return {
    low: Math.min(...results.map(({ low }) => low)),
    middle,
    high: Math.max(...results.map(({ high }) => high)),
  };
}

function on(some: number, all: number): string {
  return all === 1 ? "" : ` on ${some} of ${all} inputs`;
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

/** Markdown of the verdict, the table, the claims and the conditions. `firstUses`: milliseconds by engine. */
export function markdown(
  { results, claims }: BenchmarkResults,
  titles: Titles,
  conditions: Conditions,
  firstUses: ReadonlyMap<string, number>,
): string {
  const unit = results[0]?.unit ?? "ns";
  const interval = (low: number | null | undefined, high: number | null | undefined, print: (n: number) => string) =>
    low == null || high == null ? "" : ` (${print(low)}–${print(high)})`;
  const rows = results.map((result) => {
    const speed = speedOf(result);
    return [
      result.title,
      titleOf(titles, result.engine),
      result.median === undefined ? "–" : figure(result.median) + interval(result.low, result.high, figure),
      speed === null ? "–" : factor(speed.middle) + interval(speed.low, speed.high, factor),
      verdict(result),
      result.bytesAllocated === null ? "–" : count(result.bytesAllocated),
    ];
  });
  const head = ["workload", "engine", unit, "speed", "verdict", "bytes allocated"];
  const lines = [head, head.map((_, at) => (at < 2 || at === 4 ? "---" : "---:")), ...rows];
  const table = lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
  const trust = conditions.trust === null ? [] : [conditions.trust, ""];
  const first = titles.flatMap(({ id, title }) => {
    const time = firstUses.get(id);
    const isMeasured = results.some(({ engine }) => engine === id);
    return time === undefined || !isMeasured ? [] : `${title} ${significant(time)} ms`;
  });
  if (first.length > 0) table.push("", `First use of each engine: ${first.join(", ")}.`);
  const seen = claims.flatMap((claim) => [`Claimed: ${claim.claimed}`, "", `Seen: ${claim.seen} ${holds(claim)}`, ""]);
  return [...trust, ...table, "", ...seen, conditions.sentences.join(" "), ""].join("\n");
}
