/**
 * `npm run lab bench-page`: the built page's own Benchmark view in Chromium, each stage in turn; writes the browser's parts
 * of docs/benchmark.md. With `--only claims` it measures the stages that test published claims, with `--only search`
 * the one that searches, with `--only decoders` the others; with `--quick` it only prints a first impression.
 */
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { DIST } from "../scripts/lib/paths.mjs";
import { announce, main } from "../scripts/lib/run.mjs";
import { FOLDERS } from "../scripts/lib/stories.mjs";
import { figure, figuresOf, groupOf, tables } from "./lib/benchmark-doc.mjs";
import { compare, openAgain, withBrowser } from "./lib/browser.mjs";
import { dated, table, writePart } from "./lib/document.mjs";
import { chosenParts, median } from "./lib/parts.mjs";

/** @typedef {import("playwright-core").Page} Page */
/**
 * @typedef {{ machine: string, trust: import("./lib/benchmark-doc.mjs").Trust | null,
 *   results: import("./lib/benchmark-doc.mjs").Outcome[], claims: import("./lib/benchmark-doc.mjs").Claim[] }} Samples
 */

const DOC = "benchmark.md";

/**
 * The choices in the view; all engines of the stage take part, and all workloads if none are named.
 * @type {Record<string, { baseline: string, workloads?: string[] }>}
 */
const CHOICES = {
  huffman: { baseline: "window16", workloads: ["9", "88", "88-backslash", "prose", "strings-captures", ...FOLDERS] },
  blocks: { baseline: "window16", workloads: ["captures", ...FOLDERS] },
  encode: { baseline: "default", workloads: ["captures", ...FOLDERS] },
  javascript: { baseline: "hpack", workloads: ["captures", ...FOLDERS] },
  integer: { baseline: "bits64", workloads: ["integers-captures", "nghttp2"] },
  hex: { baseline: "lookup", workloads: ["hex-captures", "nghttp2"] },
  "static-table": { baseline: "scan" },
  "header-buffer": { baseline: "fresh", workloads: ["captures", "nghttp2", "go-hpack"] },
  "frame-writer": { baseline: "slices" },
  search: { baseline: "scan" },
};

/** The parts of the document with the way of measuring, and the commands. */
const GROUPS = {
  decoders: { part: "browser", command: "npm run lab bench-page" },
  claims: { part: "browser-claims", command: "npm run lab bench-page -- --only claims" },
  search: { part: "browser-search-how", command: "npm run lab bench-page -- --only search" },
};

/** Fresh workers that first uses are measured in: there is one first use in each. */
const WORKERS = 9;

/** What is asked of the view. @param {string} stage @param {string} care */
function questionOf(stage, care) {
  const { baseline = "", workloads } = CHOICES[stage] ?? {};
  const words = new URLSearchParams({ view: "benchmark", stage, baseline, care });
  if (workloads !== undefined) words.set("workloads", workloads.join(" "));
  return words;
}

/**
 * The view's first uses, the median over fresh workers, and the size of the WebAssembly file.
 * @param {Page} page @param {string} address
 */
async function measureFirstUses(page, address) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  for (let worker = 0; worker < WORKERS; worker++) {
    await openAgain(page, `${address}#view=benchmark&stage=huffman`);
    await page.getByText("Engines, inputs and precision").click();
    const row = page.getByRole("row").filter({ hasText: "first use:" });
    await row.first().waitFor();
    for (const text of await row.allInnerTexts()) {
      const title = text.trim().split("\n")[0] ?? "";
      times.set(title, [...(times.get(title) ?? []), Number(/first use: ([\d.]+) ms/.exec(text)?.[1])]);
    }
  }
  const rows = [...times].map(([title, all]) => [title, figure(median(all))]);
  const assets = path.join(DIST, "assets");
  const files = (await readdir(assets)).filter((name) => name.endsWith(".wasm"));
  const sizes = await Promise.all(files.map(async (name) => (await stat(path.join(assets, name))).size));
  return `${table(["engine", "ms"], rows)}\n\nThe WebAssembly file has ${figure(Math.max(...sizes) / 1024)} KiB.`;
}

await main(async () => {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
  const groups = new Map(chosenParts(GROUPS, values.only));
  const machine = `${os.cpus()[0]?.model.trim()}, ${os.cpus().length} logical cores, ${os.type()} ${os.machine()}`;
  await withBrowser(async ({ address, browser }) => {
    const page = await browser.newPage();
    const begun = new Set();
    for (const stage of Object.keys(CHOICES)) {
      const group = groupOf(stage);
      const { part, command } = groups.get(group) ?? {};
      if (part === undefined || command === undefined) continue;
      announce(`${stage}: measuring; leave the machine alone`);
      /** @type {Samples} */
      const samples = await compare(page, `${address}#${questionOf(stage, values.quick ? "quick" : "usual")}`);
      console.log(tables(samples.results));
      if (values.quick) continue;
      const results = samples.results.map((result) => ({ ...result, stage }));
      await writePart(DOC, `browser-${stage}`, figuresOf(stage, { ...samples, results }));
      if (stage === "huffman") await writePart(DOC, "browser-first-use", await measureFirstUses(page, address));
      if (begun.has(group)) continue;
      begun.add(group);
      const words = [`${machine}; Chromium ${browser.version()}.`, samples.machine, samples.trust?.sentence ?? ""];
      await writePart(DOC, part, `${dated(command)} ${words.join(" ")}`);
    }
  });
  if (!values.quick) console.log("\nWritten to docs/benchmark.md.");
});
