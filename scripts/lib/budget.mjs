/** The bytes that a browser is sent until Inspect shows its first example, and for each WebAssembly package. */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { DIST } from "./paths.mjs";

/** The most bytes of each part as sent: the first view, whose index.html holds the first example, and the packages. */
const BUDGETS = { view: 155_000, core: 384_000, captures: 699_000 };

/** The file with the parts of the first view that are drawn after the others. */
export const DRAWN_NEXT = "drawn-next";

/** @param {string} file in the built page */
async function sizesOf(file) {
  const place = path.join(DIST, file);
  const sent = existsSync(`${place}.br`) ? `${place}.br` : place;
  return { file, raw: (await stat(place)).size, sent: (await stat(sent)).size };
}

/** @typedef {Awaited<ReturnType<typeof sizesOf>>} Sizes */

/** Measures the built page. */
export async function measurePage() {
  /** @type {import("vite").Manifest} */
  const manifest = JSON.parse(await readFile(path.join(DIST, ".vite", "manifest.json"), "utf8"));
  const page = await readFile(path.join(DIST, "index.html"), "utf8");
  const links = page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"(?! disabled)/g);
  const named = [...links].flatMap(([, file]) => file ?? []);
  const next = Object.values(manifest).find(({ name }) => name === DRAWN_NEXT);
  const core = /data-core="\.\/([^"]+)"/.exec(page)?.[1];
  const packages = (await readdir(path.join(DIST, "assets"))).filter((name) => name.endsWith(".wasm"));
  const captures = packages.map((name) => `assets/${name}`).find((file) => file !== core);
  if (next === undefined || core === undefined || captures === undefined) throw new Error("the page lacks a part");
  const view = [...new Set(["index.html", ...named, next.file, ...(next.css ?? [])])];
  return {
    view: (await Promise.all(view.map(sizesOf))).sort((one, other) => other.sent - one.sent),
    core: [await sizesOf(core)],
    captures: [await sizesOf(captures)],
  };
}

/** A table of files. @param {Sizes[]} files */
export function tableOf(files) {
  const rows = [{ file: "file", raw: "bytes", sent: "sent" }, ...files];
  return rows
    .map(({ file, raw, sent }) => `${file.padEnd(52)} ${`${raw}`.padStart(9)} ${`${sent}`.padStart(9)}`)
    .join("\n");
}

/** The parts that are larger than their budget; prints the size of each. */
export async function budgetFaults() {
  return Object.entries(await measurePage()).flatMap(([part, files]) => {
    const budget = BUDGETS[/** @type {keyof typeof BUDGETS} */ (part)];
    const sent = files.reduce((sum, file) => sum + file.sent, 0);
    const line = `${part}: ${sent} bytes are sent, of at most ${budget}`;
    console.log(line);
    return sent > budget ? [`${line}\n${tableOf(files)}`] : [];
  });
}
