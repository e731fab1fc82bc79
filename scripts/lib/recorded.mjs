/**
 * `virtual:recorded`: what docs/benchmark.md has of Huffman decoding in the browser, as results of the page's benchmark,
 * which shows them until it has measured some itself.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { TOP } from "./paths.mjs";

const UNIT = "ns/byte";

/** @param {string} text @param {string} name */
function sectionOf(text, name) {
  const found = new RegExp(`<!-- ${name} -->\n([^]*?)\n<!-- /${name} -->`).exec(text)?.[1];
  if (found === undefined) throw new Error(`docs/benchmark.md has no section ${name}`);
  return found;
}

/** The cells of a section's tables. @param {string} section */
function tablesOf(section) {
  const tables = section.split("\n\n").filter((part) => part.startsWith("|"));
  return tables.map((table) =>
    table.split("\n").map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
    ),
  );
}

/**
 * The engines `asked` and `baseline` on every input; the tables have their times, and one's ratio to the other.
 * @param {string} text @param {string} asked @param {string} baseline
 */
export function recordedResults(text, asked, baseline) {
  const tables = tablesOf(sectionOf(text, "browser-huffman"));
  const columns = tables.flatMap(([head = [], , ...rows]) =>
    head.slice(1).map((workload, at) => ({
      what: head[0] ?? "",
      workload,
      cellOf: (/** @type {string} */ engine) => rows.find(([name]) => name === engine)?.[at + 1] ?? "",
    })),
  );
  const numbers = (/** @type {string} */ cell) => [...cell.matchAll(/[\d.]+/g)].map(([number]) => Number(number));
  return columns
    .filter(({ what }) => what === `over ${asked}`)
    .flatMap(({ workload, cellOf }) => {
      const [ratio = 1, low = 1, high = 1] = numbers(cellOf(baseline));
      const times = columns.find((one) => one.what === UNIT && one.workload === workload);
      const common = { stage: "huffman", workload, title: workload, unit: UNIT, baseline, mismatch: null };
      const resultOf = (/** @type {string} */ engine, /** @type {[number, number, number]} */ [middle, from, to]) => ({
        ...{ ...common, engine, median: numbers(times?.cellOf(engine) ?? "")[0] },
        ...{ ratio: middle, ratioLow: from, ratioHigh: to },
        verdict:
          engine === baseline ? "baseline" : from > 1 ? "slower" : to < 1 ? "faster" : "no detectable difference",
      });
      return [resultOf(asked, [1 / ratio, 1 / high, 1 / low]), resultOf(baseline, [1, 1, 1])];
    });
}

/** Milliseconds of each engine's first use, by its title. @param {string} text */
export function recordedFirstUses(text) {
  const [[, , ...rows] = []] = tablesOf(sectionOf(text, "browser-first-use"));
  return Object.fromEntries(rows.map(([title, ms]) => [title, Number(ms)]));
}

/** When, and on which machine. @param {string} text */
export function recordedOn(text) {
  const [, date, machine] = /, (\d{4}-\d\d-\d\d)\. (.*?)\. Measured in/.exec(sectionOf(text, "browser")) ?? [];
  return `${machine}; ${date}`;
}

/** @returns {import("vite").Plugin} */
export function recordedModule() {
  return {
    name: "recorded",
    resolveId: { filter: { id: /^virtual:recorded$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:recorded$/ },
      handler: async () => {
        const text = await readFile(path.join(TOP, "docs", "benchmark.md"), "utf8");
        const results = recordedResults(text, "window16", "nibble");
        return `export default ${JSON.stringify({ on: recordedOn(text), results, firstUses: recordedFirstUses(text) })};`;
      },
    },
  };
}
