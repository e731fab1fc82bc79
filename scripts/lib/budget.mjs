/** What a browser fetches until Inspect shows its first example, as it is sent, and how much that may be. */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { DIST } from "./paths.mjs";

/**
 * The most that each part may take as it is sent, bytes: the first view, in which index.html has the first example, and
 * the WebAssembly packages.
 */
export const BUDGETS = { view: 463_000, core: 320_000, captures: 640_000 };

/** The file of the parts of the first view that are drawn after the others. */
export const DRAWN_NEXT = "drawn-next";

/** @typedef {{ file: string, raw: number, sent: number }} Loaded */

/**
 * The files of the first view: what index.html names, the worker and its package among it, and what is drawn next.
 * @param {string} [folder] where the built page is
 * @returns {Promise<Loaded[]>}
 */
export async function firstView(folder = DIST) {
  /** @type {import("vite").Manifest} */
  const manifest = JSON.parse(await readFile(path.join(folder, ".vite", "manifest.json"), "utf8"));
  const page = await readFile(path.join(folder, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href|data-core)="\.\/(assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
  const files = new Set(["index.html", ...named]);
  const next = Object.values(manifest).find(({ name }) => name === DRAWN_NEXT);
  if (next === undefined) throw new Error(`the page has no file named ${DRAWN_NEXT}`);
  for (const file of [next.file, ...(next.css ?? [])]) files.add(file);
  return Promise.all([...files].map((file) => sizes(folder, file)));
}

/**
 * The package that is loaded first, and the one for captures and benchmarks.
 * @param {string} [folder] where the built page is
 */
export async function packages(folder = DIST) {
  const page = await readFile(path.join(folder, "index.html"), "utf8");
  const core = /data-core="\.\/([^"]+)"/.exec(page)?.[1] ?? "";
  const names = (await readdir(path.join(folder, "assets"))).filter((name) => name.endsWith(".wasm"));
  const captures = names.map((name) => `assets/${name}`).find((file) => file !== core);
  if (captures === undefined) throw new Error("the page has no package for captures");
  return { core: await sizes(folder, core), captures: await sizes(folder, captures) };
}

/**
 * What is larger than its budget, in sentences.
 * @param {Loaded[]} view the files of the first view
 * @param {Awaited<ReturnType<typeof packages>>} built
 */
export function overBudget(view, built) {
  /** @type {[what: string, sent: number, budget: number][]} */
  const parts = [
    ["the first view", sentBytes(view), BUDGETS.view],
    ["the first package", built.core.sent, BUDGETS.core],
    ["the package for captures", built.captures.sent, BUDGETS.captures],
  ];
  return parts
    .filter(([, sent, budget]) => sent > budget)
    .map(([what, sent, budget]) => `${what}: ${sent} of ${budget}`);
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Promise<Loaded>}
 */
async function sizes(folder, file) {
  const place = path.join(folder, file);
  const sent = existsSync(`${place}.br`) ? `${place}.br` : place;
  return { file, raw: (await stat(place)).size, sent: (await stat(sent)).size };
}

/**
 * The files as a table, the largest first, and their sum.
 * @param {Loaded[]} files
 */
export function tableOf(files) {
  const all = files.reduce((sum, { raw, sent }) => ({ file: "in all", raw: sum.raw + raw, sent: sum.sent + sent }), {
    file: "in all",
    raw: 0,
    sent: 0,
  });
  const rows = [...files].sort((one, other) => other.sent - one.sent);
  const lines = [...rows, all].map(
    ({ file, raw, sent }) => `${file.padEnd(52)} ${String(raw).padStart(9)} ${String(sent).padStart(9)}`,
  );
  return [`${"file".padEnd(52)} ${"bytes".padStart(9)} ${"sent".padStart(9)}`, ...lines].join("\n");
}

/** @param {Loaded[]} files */
function sentBytes(files) {
  return files.reduce((sum, { sent }) => sum + sent, 0);
}
