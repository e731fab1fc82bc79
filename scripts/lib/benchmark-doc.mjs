/**
 * docs/benchmark.md: figures that were measured, each part between its own marks, so that each can be written
 * anew without the others.
 */
import { table, writePart as writePartOf } from "./document.mjs";
import { BENCHMARK_DOC } from "./paths.mjs";

/**
 * What is used here of an outcome in the JSON of `bench`.
 * @typedef {object} Outcome
 * @property {string} stage
 * @property {string} workload
 * @property {string} engine
 * @property {string} unit
 * @property {number} [median]
 * @property {string} baseline
 * @property {number | null} ratio
 * @property {number | null} ratioLow
 * @property {number | null} ratioHigh
 * @property {string | null} verdict
 * @property {number | null} bytesAllocated
 * @property {number | null} bytesWritten
 * @property {unknown} mismatch
 * @property {boolean} restless
 */

/** Whether the machine was quiet enough. @typedef {{ level: string, sentence: string }} Trust */

/** @typedef {"native" | "native-instructions" | `native-${ClaimPart}` | "browser" | `browser-${ClaimPart}`} Part */

/** @typedef {"claims" | "search"} ClaimPart */

/**
 * A published claim, and what results say of it.
 * @typedef {{ stage: string, claimed: string, seen: string, holds: "yes" | "partly" | "no" }} Claim
 */

/** The stages that test published claims: what is compared, and who takes part. */
export const CLAIM_STAGES = {
  "static-table": {
    title: "Static-table look-up",
    about:
      "`first`, `middle` and `last` ask for one entry by name and value, `names` for every name alone, `entries` for every entry, `other-values` for every name with a value that no entry has, `other-status` for a status that none has, `misses` for names that are not there, and `fields-…` for the fields of captured connections in their order. `scan` compares with all 61 entries until name and value are found; `stop` scans for the first entry of the name, then goes on only while the name is the same and never beyond index 14; `hash` finds the first entry of the name by a perfect hash made at compile time, and goes on like `stop`. Entries are compared byte by byte, names first; no string is hashed beforehand.",
  },
  "header-buffer": {
    title: "Header buffers",
    about:
      "The blocks of captured connections are written representation by representation, as an encoder appends them; an encoder's own work and allocations are left out, so that nothing hides the buffer's. What is handed on waits until eight further blocks have been written, is read, and is freed. `fresh` makes a buffer of 16 KiB for each block, `zeroed` fills it with zeros first, `growing` begins with 128 bytes and doubles, `reused` writes into one buffer and hands on a copy. Bytes are those requested from the allocator, counted by it.",
  },
  "frame-writer": {
    title: "Frame writing",
    about:
      "Bursts of eight header blocks go into HEADERS frames, and all slices of a burst are consumed together. `gather-…`: the program copies every slice into one buffer, as one does that encrypts. `socket-…`: one gathering write (writev) to a Unix stream socket, whose other end the same thread reads empty; the time is that of the thread, the system's part included. `frames-…` are the blocks of captured connections, gathered. `slices` hands on frame header and payload apart, `copy-N` copies payloads of up to N bytes into one buffer with their header, `copy-all` every one; they are one function with another number. A slice costs an entry in a list here; where each is an object that is allocated, counted and handed on with a promise, as in Netty, a slice less is worth more.",
  },
  search: {
    title: "Substring search",
    about:
      "Every place where a needle stands is found, those that overlap included; needles are prepared beforehand, as for a search in many buffers. `names-…`, `paths-…` and `tokens-…` look for up to eight of a session's own names, paths and long values, one after the other, in the text of all its fields, `any-name-…` for the same names at once, and `bytes-…` for four bytes at a time in its blocks. The others have 64 KiB: `printable` are random characters without the needle, `two-values` random bytes of two values with a needle of 64 bytes, `worst-N` the letter a with a needle of N bytes whose last is a b, `everywhere` has its needle at every place. An engine for one needle goes through the haystack once for each; `aho-corasick` and the crate of that name once for all. A time is for a byte of the haystack and a search. `memmem` is that of the crate memchr. Netty's plain scan has since become a linear one (two-way).",
  },
};

/**
 * Which of them are measured, and written, together.
 * @type {Record<ClaimPart, (keyof typeof CLAIM_STAGES)[]>}
 */
export const CLAIM_PARTS = { claims: ["static-table", "header-buffer", "frame-writer"], search: ["search"] };

/** @type {Record<Claim["holds"], string>} */
const HOLDS = { yes: "It holds here.", partly: "It holds here in part.", no: "It does not hold here." };

/**
 * What was measured for each claim, as Markdown; a stage that was not measured is left out.
 * @param {Partial<Record<keyof typeof CLAIM_STAGES, { results: Outcome[], claims: Claim[] }>>} measured
 */
export function claimsText(measured) {
  const stages = /** @type {(keyof typeof CLAIM_STAGES)[]} */ (Object.keys(CLAIM_STAGES));
  return stages
    .flatMap((stage) => {
      const found = measured[stage];
      if (found === undefined) return [];
      const { results, claims } = found;
      const { title, about } = CLAIM_STAGES[stage];
      const seen = claims.flatMap((claim) => [
        `Claimed: ${claim.claimed}`,
        `Seen: ${claim.seen} **${HOLDS[claim.holds]}**`,
      ]);
      const bytes = stage === "header-buffer" ? ["Bytes allocated per block:", allocations(results)] : [];
      return [`### ${title}`, ...seen, about, tables(results), ...bytes].join("\n\n");
    })
    .join("\n\n");
}

/** Columns of one table: more do not fit on a screen. */
const COLUMNS = 6;

const EMPTY = `# Benchmark

Measured figures, each with the command that measures it again. Every engine's output is compared before anything is timed; then the engines take turns, in random order, in batches far longer than the clock's resolution. A time is the median over the rounds; a ratio is the median of the rounds' ratios with its 99.9 % confidence interval in brackets; below 1 is faster. “≈” means that the interval includes 1: no detectable difference. “~” means that the rounds differ by more than 5 %: the machine was busy with other things.

## Native

<!-- native -->
<!-- /native -->

### Instructions a field

<!-- native-instructions -->
<!-- /native-instructions -->

<!-- native-claims -->
<!-- /native-claims -->

<!-- native-search -->
<!-- /native-search -->

## In the browser

<!-- browser -->
<!-- /browser -->

<!-- browser-claims -->
<!-- /browser-claims -->

<!-- browser-search -->
<!-- /browser-search -->
`;

/**
 * Replaces one part of the document and leaves the others as they are.
 * @param {Part} part
 * @param {string} text Markdown
 */
export const writePart = (part, text) => writePartOf(BENCHMARK_DOC, EMPTY, part, text);

/**
 * Times and ratios of one stage, engines by workloads.
 * @param {Outcome[]} results of one stage and one baseline
 */
export function tables(results) {
  const workloads = [...new Set(results.map((result) => result.workload))];
  /** @param {string} engine @param {string} workload */
  const find = (engine, workload) => results.find((result) => result.engine === engine && result.workload === workload);
  const [first] = results;
  if (first === undefined) return "";
  const parts = [];
  for (let at = 0; at < workloads.length; at += COLUMNS) {
    const columns = workloads.slice(at, at + COLUMNS);
    const rows = engines(results).filter((engine) => columns.some((workload) => find(engine, workload)));
    const head = columns.map((workload) => `\`${workload}\``);
    for (const [title, cell] of /** @type {const} */ ([
      [first.unit, time],
      [`over ${first.baseline}`, ratio],
    ])) {
      parts.push(
        table(
          [title, ...head],
          rows.map((engine) => [engine, ...columns.map((workload) => cell(find(engine, workload)))]),
        ),
      );
    }
  }
  return parts.join("\n\n");
}

/**
 * Bytes allocated for one string, integer, block, look-up or frame.
 * @param {Outcome[]} results
 */
export function allocations(results) {
  const rows = results
    .filter((result) => result.bytesAllocated !== null)
    .map((result) => [result.workload, result.engine, figure(result.bytesAllocated ?? 0)]);
  return table(["workload", "engine", "bytes"], rows);
}

/**
 * Bytes that were written, engines by workloads.
 * @param {Outcome[]} results
 */
export function written(results) {
  const workloads = [...new Set(results.map((result) => result.workload))];
  const rows = workloads.map((workload) => {
    const own = results.filter((result) => result.workload === workload);
    return [
      workload,
      ...engines(results).map((id) => String(own.find(({ engine }) => engine === id)?.bytesWritten ?? "")),
    ];
  });
  return table(["workload", ...engines(results)], rows);
}

/** @param {Outcome[]} results */
const engines = (results) => [...new Set(results.map((result) => result.engine))];

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

/**
 * Three digits that count, more only before the point.
 * @param {number} number
 */
export function figure(number) {
  const decimals = number === 0 || number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3;
  return number.toFixed(decimals);
}
