/** Results in words and in Markdown. */
import type { BenchmarkClaim, BenchmarkEngine, BenchmarkResult, BenchmarkResults } from "../engine/types";
import { count, counted } from "../ui/figures";
import type { Conditions } from "./conditions";

export type Titles = Pick<BenchmarkEngine, "id" | "title">[];

function titleOf(titles: Titles, id: string): string {
  return titles.find((engine) => engine.id === id)?.title ?? id;
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
export function answerOf({ mismatch, verdict, ratioLow, ratioHigh }: BenchmarkResult): Answer | null {
  if (mismatch !== null || verdict === null || verdict === "baseline" || ratioLow === null || ratioHigh === null) {
    return null;
  }
  if (verdict !== "no detectable difference") return verdict;
  return Math.max(ratioHigh, 1 / ratioLow) <= 1 + QUIET ? "same" : "noisy";
}

const ANSWERS = { same: "no difference seen", noisy: "not quiet enough to tell" };

/** The answer with the ratio of times, which is what the plot draws. */
function difference(answer: Answer, low: number, high: number): string {
  return answer === "faster" || answer === "slower" ? `${answer}: ${range(low, high)}× the time` : ANSWERS[answer];
}

/** A result's verdict next to the baseline: “faster: 0.53–0.56× the time”. */
export function verdict(result: BenchmarkResult): string {
  const { mismatch, median, ratioLow, ratioHigh } = result;
  if (mismatch !== null) return "wrong output, not timed";
  const answer = answerOf(result);
  if (answer !== null && ratioLow !== null && ratioHigh !== null) return difference(answer, ratioLow, ratioHigh);
  return result.verdict ?? (median === undefined ? "too few rounds" : "nothing to compare with");
}

export function byWorkload(results: BenchmarkResult[]): BenchmarkResult[][] {
  return [...Map.groupBy(results, ({ workload }) => workload).values()];
}

/** What is known of one engine on all inputs. */
export type Summary = {
  engine: string;
  title: string;
  /** The middle of its ratios, and the bounds of all of them; null where nothing was compared. */
  span: { low: number; middle: number; high: number } | null;
  answer: Answer | "baseline" | "mixed" | "wrong" | null;
  /** “faster: 0.50–0.83× the time on 5 of 5 inputs”. */
  words: string;
  /** “16-bit window is faster: 0.50–0.83× the time of 4-bit states on 5 of 5 inputs.” */
  sentence: string | null;
};

export function summaryOf(results: BenchmarkResult[], engine: string, titles: Titles): Summary {
  const own = results.filter((result) => result.engine === engine);
  const compared = own.flatMap((result) => {
    const { ratio, ratioLow: low, ratioHigh: high } = result;
    return ratio === null || low === null || high === null ? [] : [{ answer: answerOf(result), ratio, low, high }];
  });
  const title = titleOf(titles, engine);
  const base = { engine, title, span: spanOf(compared) };
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
    return span === null ? [] : [{ answer, how: difference(answer, span.low, span.high), count: alike.length }];
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

const isHow = (title: string, baseline: string, how: string) => `${title} is ${how} of ${baseline}`;

const SENTENCES: Record<Answer, (title: string, baseline: string, how: string) => string> = {
  faster: isHow,
  slower: isHow,
  same: (title, baseline) => `No difference seen between ${title} and ${baseline}`,
  noisy: (title, baseline) => `Not quiet enough to tell ${title} from ${baseline}`,
};

function spanOf(results: { ratio: number; low: number; high: number }[]): Summary["span"] {
  const ratios = results.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  const middle = ratios[ratios.length >> 1];
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
