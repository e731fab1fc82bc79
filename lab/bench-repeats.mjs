/**
 * `npm run lab bench-repeats`: the Benchmark view's first question five times, each in a browser of its own, on a machine
 * that is kept busy; fails if two of the answers contradict each other on an input.
 */
import { spawn } from "node:child_process";
import { Advice, main } from "../scripts/lib/run.mjs";
import { figure } from "./lib/benchmark-doc.mjs";
import { compare, withBrowser } from "./lib/browser.mjs";

const REPEATS = 5;
const BUSY = 2;
const QUESTION = "view=benchmark&stage=huffman&engines=window16+nibble&baseline=nibble&care=quick";

await main(async () => {
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;) {}"], { stdio: "ignore" }));
  /** @type {Map<string, Set<string>>} */
  const verdicts = new Map();
  try {
    for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
      await withBrowser(async ({ address, browser }) => {
        const page = await browser.newPage();
        /** @type {{ results: import("./lib/benchmark-doc.mjs").Outcome[] }} */
        const { results } = await compare(page, `${address}#${QUESTION}`);
        console.log(`${repeat}. ${await page.locator("h2 + p").innerText()}`);
        for (const { title, verdict, ratio, ratioLow, ratioHigh } of results) {
          if (verdict === "baseline" || verdict === null) continue;
          console.log(`   ${title}: ${figure(ratio)} [${figure(ratioLow)}–${figure(ratioHigh)}] ${verdict}`);
          const known = verdict === "no detectable difference" ? [] : [verdict];
          verdicts.set(title, new Set([...(verdicts.get(title) ?? []), ...known]));
        }
      });
    }
  } finally {
    for (const one of busy) one.kill();
  }
  const contradicted = [...verdicts].filter(([, known]) => known.size > 1).map(([title]) => title);
  if (contradicted.length > 0) throw new Advice(`The answers contradict each other on: ${contradicted.join(", ")}.`);
  console.log("\nNo answer contradicts another.");
});
