/**
 * `npm run bench:page`: the built page's own Benchmark view in Chromium, each stage in turn; writes the browser's parts
 * of docs/benchmark.md. With `--only claims` it measures the stages that test published claims, with `--only search`
 * the one that searches, with `--only decoders` the others; with `--quick` it only prints a first impression.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { allocations, CLAIM_PARTS, claimsText, figure, tables, writePart, written } from "./lib/benchmark-doc.mjs";
import { ensurePage } from "./lib/build.mjs";
import { CHROMIUM_FLAGS, ensureChromium } from "./lib/chromium.mjs";
import { table } from "./lib/document.mjs";
import { DIST } from "./lib/paths.mjs";
import { Advice, announce, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";

/** @typedef {import("./lib/benchmark-doc.mjs").Outcome} Outcome */
/** @typedef {import("./lib/benchmark-doc.mjs").Claim} Claim */
/** @typedef {import("./lib/benchmark-doc.mjs").Trust} Trust */
/** @typedef {{ machine: string, trust: Trust | null, results: Outcome[], claims: Claim[] }} Samples */

const STORIES = ["nghttp2", "nghttp2-change-table-size", "go-hpack", "haskell-http2-static-huffman"];

/**
 * What is chosen in the view; the engines are all that the stage has, and so are the workloads where none are named.
 * @type {Record<string, { baseline: string, workloads?: string[] }>}
 */
const CHOICES = {
  huffman: {
    baseline: "window16",
    workloads: ["9", "88", "88-backslash", "prose", "strings-captures", ...STORIES],
  },
  blocks: { baseline: "window16", workloads: ["captures", ...STORIES] },
  encode: { baseline: "default", workloads: ["captures", ...STORIES] },
  javascript: { baseline: "hpack", workloads: ["captures", ...STORIES] },
  integer: { baseline: "bits64", workloads: ["integers-captures", "nghttp2"] },
  hex: { baseline: "lookup", workloads: ["hex-captures", "nghttp2"] },
  "static-table": { baseline: "scan" },
  "header-buffer": { baseline: "fresh", workloads: ["captures", "nghttp2", "go-hpack"] },
  "frame-writer": { baseline: "slices" },
  search: { baseline: "scan" },
};

const claimParts = /** @type {import("./lib/benchmark-doc.mjs").ClaimPart[]} */ (Object.keys(CLAIM_PARTS));

/** A run takes so long at most, milliseconds. */
const PATIENCE_MS = 20 * 60_000;

/**
 * Runs one stage in the view and gives what it offers as a download.
 * @param {import("playwright-core").Page} page
 * @param {string} address
 * @param {string} stage
 * @param {string} care
 * @returns {Promise<Samples>}
 */
async function measure(page, address, stage, care) {
  const { baseline = "", workloads } = CHOICES[stage] ?? {};
  const words = new URLSearchParams({ view: "benchmark", stage, baseline, care });
  if (workloads !== undefined) words.set("workloads", workloads.join(" "));
  // Another fragment alone would not load the page anew.
  await page.goto("about:blank");
  await page.goto(`${address}#${words}`);
  await page.getByRole("button", { name: "Run the benchmark" }).click();
  await page.getByRole("heading", { name: "Result", exact: true }).waitFor({ timeout: PATIENCE_MS });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download samples" }).click(),
  ]);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

/** Bytes of the WebAssembly file. */
async function moduleSize() {
  const assets = path.join(DIST, "assets");
  const name = (await readdir(assets)).find((name) => name.endsWith(".wasm"));
  return name === undefined ? 0 : (await stat(path.join(assets, name))).size;
}

/** Fresh workers that first uses are measured in: there is one first use in each. */
const BEGINNINGS = 9;

/**
 * What the view says of first uses, the median over fresh workers.
 * @param {import("playwright-core").Page} page
 * @param {string} address
 */
async function firstUses(page, address) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  for (let beginning = 0; beginning < BEGINNINGS; beginning += 1) {
    await page.goto("about:blank");
    await page.goto(`${address}#view=benchmark&stage=huffman`);
    const row = page.getByRole("row").filter({ hasText: "first use:" });
    await row.first().waitFor();
    for (const text of await row.allInnerTexts()) {
      const title = text.trim().split("\n")[0] ?? "";
      const time = Number(/first use: ([\d.]+) ms/.exec(text)?.[1]);
      times.set(
        title,
        [...(times.get(title) ?? []), time].sort((a, b) => a - b),
      );
    }
  }
  const rows = [...times].map(([title, times]) => [title, figure(times[times.length >> 1] ?? 0)]);
  return table(["engine", "ms"], rows);
}

/**
 * When, where and by what it was measured.
 * @param {string} command
 * @param {string} browser
 * @param {Samples} samples
 */
function how(command, browser, samples) {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${os.cpus()[0]?.model.trim()}, ${os.cpus().length} logical cores, ${os.type()} ${os.machine()}`;
  return `\`${command}\`, ${date}. ${machine}; Chromium ${browser}. ${samples.machine} ${samples.trust?.sentence ?? ""}`;
}

/** @typedef {"huffman" | "blocks" | "encode" | "javascript" | "integer" | "hex"} Decoding */

/**
 * @param {Record<Decoding, Samples>} all
 * @param {string} browser
 * @param {string} beginnings
 */
async function text(all, browser, beginnings) {
  return `
${how("npm run bench:page", browser, all.huffman)}

### Huffman-coded strings

${tables(all.huffman.results)}

What the first use of an engine takes in a worker that has just begun (the median of ${BEGINNINGS}), its tables being built by code that is not optimised yet. Of these only those of window14 are in the WebAssembly file, which has ${figure((await moduleSize()) / 1024)} KiB.

${beginnings}

### Whole blocks, in WebAssembly

${tables(all.blocks.results)}

### Encoding header lists, in WebAssembly

${tables(all.encode.results)}

Bytes written:

${written(all.encode.results)}

### Whole blocks, from JavaScript

Two strings a field, as JavaScript has them. \`ours\` copies a block into WebAssembly's memory, decodes it there in one call and makes its new strings from one text; strings of the tables are made once. \`hpack\` and \`hpack.js\` are the npm packages, with the stand-ins for Node's Buffer and streams that a browser needs.

${tables(all.javascript.results)}

Bytes of WebAssembly memory per block:

${allocations(all.javascript.results.filter(({ engine }) => engine === "ours"))}

### Integers

${tables(all.integer.results)}

### Hex digits

${tables(all.hex.results)}
`;
}

await main(async () => {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
  if (values.only !== undefined && !["claims", "search", "decoders"].includes(values.only)) {
    throw new Advice("--only takes “claims”, “search” or “decoders”.");
  }
  const parts = values.only === undefined ? ["decoders", "claims", "search"] : [values.only];
  await ensurePage();
  const executablePath = await ensureChromium();
  const { address, close } = await serve({ port: 0 });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    /** @type {Record<string, Samples>} */
    const all = {};
    for (const stage of Object.keys(CHOICES)) {
      const tested = claimParts.find((part) => CLAIM_PARTS[part].some((one) => one === stage));
      if (!parts.includes(tested ?? "decoders")) continue;
      announce(`${stage}: measuring; leave the machine alone`);
      const samples = await measure(page, address, stage, values.quick ? "quick" : "usual");
      process.stdout.write(`${tables(samples.results)}\n`);
      all[stage] = samples;
    }
    if (values.quick) return;
    if (parts.includes("decoders")) {
      const decoding = /** @type {Record<Decoding, Samples>} */ (all);
      await writePart("browser", await text(decoding, browser.version(), await firstUses(page, address)));
    }
    for (const part of claimParts.filter((part) => parts.includes(part))) {
      const measured = Object.fromEntries(CLAIM_PARTS[part].map((stage) => [stage, all[stage]]));
      const [first] = Object.values(measured);
      if (first === undefined) continue;
      const head = how(`npm run bench:page -- --only ${part}`, browser.version(), first);
      await writePart(`browser-${part}`, `${head}\n\n${claimsText(measured)}`);
    }
    process.stdout.write("\nWritten to docs/benchmark.md.\n");
  } finally {
    await browser.close();
    await close();
  }
});
