/**
 * `npm run lab bench-repeats`: the Benchmark view's first question five times, each in a browser of its own, on a machine
 * that is kept busy; fails if two of the answers contradict each other on an input. `--quiet` leaves the machine alone.
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { Advice, main } from "../scripts/lib/run.mjs";
import { compare, withBrowser } from "./lib/browser.mjs";

/** @typedef {import("./lib/benchmark-doc.mjs").Outcome & { title: string }} Outcome */

const REPEATS = 5;
const BUSY = 2;
const QUESTION = "view=benchmark&stage=huffman&engines=window16+nibble&baseline=nibble";

/** @param {string} care @returns {Promise<{ answer: string, results: Outcome[] }>} */
async function ask(care) {
  /** @type {{ answer: string, results: Outcome[] }} */
  let found = { answer: "", results: [] };
  await withBrowser(async ({ address, browser }) => {
    const page = await browser.newPage();
    const { results } = await compare(page, `${address}#${QUESTION}&care=${care}`);
    found = { answer: await page.locator("h2 + p").innerText(), results };
  });
  return found;
}

await main(async () => {
  const { values } = parseArgs({ options: { quiet: { type: "boolean" }, care: { type: "string", default: "quick" } } });
  const loop = () => spawn(process.execPath, ["-e", "for (;;) {}"], { stdio: "ignore" });
  const busy = Array.from({ length: values.quiet ? 0 : BUSY }, loop);
  /** @type {Map<string, Set<string>>} */
  const verdicts = new Map();
  try {
    for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
      const { answer, results } = await ask(values.care);
      console.log(`${repeat}. ${answer}`);
      for (const { title, verdict, ratio, ratioLow, ratioHigh } of results) {
        if (verdict === "baseline" || verdict === null) continue;
        const figures = [ratio, ratioLow, ratioHigh].map((figure) => figure?.toFixed(3) ?? "–");
        console.log(`   ${title}: ${figures[0]} [${figures[1]}–${figures[2]}] ${verdict}`);
        const known = verdicts.get(title) ?? new Set();
        if (verdict !== "no detectable difference") known.add(verdict);
        verdicts.set(title, known);
      }
    }
  } finally {
    for (const one of busy) one.kill();
  }
  const contradicted = [...verdicts].filter(([, known]) => known.size > 1).map(([title]) => title);
  if (contradicted.length > 0) throw new Advice(`The answers contradict each other on: ${contradicted.join(", ")}.`);
  console.log("\nNo answer contradicts another.");
});
