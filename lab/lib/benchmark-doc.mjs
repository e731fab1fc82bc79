/** The figures of docs/benchmark.md, from the JSON of the benchmarks; the document itself has the words around them. */
import { table } from "./document.mjs";

/** @typedef {import("../../web/src/engine/generated.ts").BenchmarkResult} Outcome */
/** Whether the machine was quiet enough. @typedef {import("../../web/src/engine/generated.ts").BenchmarkTrust} Trust */
/** A published claim, and whether the results agree. @typedef {import("../../web/src/engine/generated.ts").BenchmarkClaim} Claim */

/** The stages that test published claims; searches are measured by themselves. */
export const CLAIM_STAGES = ["static-table", "header-buffer", "frame-writer"];

/** @param {string} stage @returns {"claims" | "search" | "decoders"} what `--only` takes for it */
export function groupOf(stage) {
  if (stage === "search") return "search";
  return CLAIM_STAGES.includes(stage) ? "claims" : "decoders";
}

/** The stages whose allocations count. */
const ALLOCATING = ["blocks", "javascript", "header-buffer"];

const HOLDS = { yes: "It holds here.", partly: "It holds here in part.", no: "It does not hold here." };

/**
 * All that was measured of a stage.
 * @param {string} stage
 * @param {{ results: Outcome[], claims?: Claim[], engines?: { stage: string, engine: string, about: string }[] }} measured
 */
export function figuresOf(stage, { results, claims = [], engines = [] }) {
  const own = results.filter((result) => result.stage === stage);
  const named = engines.filter((one) => one.stage === stage && own.some(({ engine }) => engine === one.engine));
  return [
    ...claims.flatMap(({ claimed, seen, holds }) => [`Claimed: ${claimed}`, `Seen: ${seen} **${HOLDS[holds]}**`]),
    tables(own),
    ...(ALLOCATING.includes(stage) ? ["Bytes allocated:", bytesOf(own, "bytesAllocated")] : []),
    ...(stage === "encode" ? ["Bytes written:", bytesOf(own, "bytesWritten")] : []),
    named.map(({ engine, about }) => `- \`${engine}\`: ${about}`).join("\n"),
  ].join("\n\n");
}

/** Columns of one table: more do not fit on a screen. */
const COLUMNS = 6;

/** @param {Outcome[]} results @param {"engine" | "workload"} of */
const namesOf = (results, of) => [...new Set(results.map((result) => result[of]))];

/** Times and ratios of one stage, engines by workloads. @param {Outcome[]} results of one stage and one baseline */
export function tables(results) {
  const [first] = results;
  if (first === undefined) return "";
  const workloads = namesOf(results, "workload");
  const parts = [];
  for (let at = 0; at < workloads.length; at += COLUMNS) {
    const columns = workloads.slice(at, at + COLUMNS);
    const shown = results.filter(({ workload }) => columns.includes(workload));
    for (const [title, cell] of /** @type {const} */ ([
      [first.unit, time],
      [`over ${first.baseline}`, ratio],
    ])) {
      const rows = namesOf(shown, "engine").map((engine) => [
        engine,
        ...columns.map((name) => cell(shown.find((one) => one.engine === engine && one.workload === name))),
      ]);
      parts.push(table([title, ...columns.map((name) => `\`${name}\``)], rows));
    }
  }
  return parts.join("\n\n");
}

/**
 * Bytes for one unit of the stage, workloads by engines.
 * @param {Outcome[]} results @param {"bytesAllocated" | "bytesWritten"} key
 */
export function bytesOf(results, key) {
  const counted = results.filter((result) => result[key] !== null);
  const engines = namesOf(counted, "engine");
  const rows = namesOf(counted, "workload").map((workload) => {
    const own = counted.filter((result) => result.workload === workload);
    return [workload, ...engines.map((name) => figure(own.find(({ engine }) => engine === name)?.[key]))];
  });
  return table(["workload", ...engines], rows);
}

/** @param {Outcome | undefined} result */
function time(result) {
  if (result === undefined) return "";
  if (result.mismatch) return "mismatch";
  if (result.median === undefined) return "–";
  return `${result.restless ? "~" : ""}${figure(result.median)}`;
}

/** @param {Outcome | undefined} result */
function ratio(result) {
  if (result?.verdict === "baseline") return "1";
  if (result?.ratio == null || result.ratioLow == null || result.ratioHigh == null) return "";
  const mark = result.verdict === "no detectable difference" ? "≈ " : "";
  return `${mark}${figure(result.ratio)} [${figure(result.ratioLow)}–${figure(result.ratioHigh)}]`;
}

/** Three significant digits, more only before the point. @param {number | null | undefined} number */
export function figure(number) {
  if (number == null) return "";
  const decimals = number === 0 || number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3;
  return number.toFixed(decimals);
}
