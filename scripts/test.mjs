/**
 * `npm test`: every suite, one after the other (they share the machine, and some measure time), and one last line that
 * sums them. The exit status is 0 only when every suite has run tests and none of them failed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensurePage } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { readCargo, readVitest, sum, verdict } from "./lib/count.mjs";
import { CRATE, TOP } from "./lib/paths.mjs";
import { announce, main, run } from "./lib/run.mjs";

/** @typedef {import("./lib/count.mjs").Count} Count */

/** @returns {Promise<Count>} */
async function rust() {
  let output = "";
  const status = await run("cargo", ["test", "--locked", "--workspace", "--no-fail-fast"], {
    cwd: CRATE,
    onOutput: (text) => {
      output += text;
    },
  });
  return readCargo(output, status);
}

/**
 * One project of vitest.config.ts.
 * @param {string} project
 * @param {string} reports
 * @param {string} browser
 * @returns {Promise<Count>}
 */
async function vitest(project, reports, browser) {
  const report = path.join(reports, `${project}.json`);
  const status = await run(
    "vitest",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { cwd: TOP, env: { HPACK_CHROMIUM: browser } },
  );
  return readVitest(report, status);
}

await main(async () => {
  const browser = await ensureChromium();
  await ensurePage();
  const reports = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
  /** @type {[title: string, suite: () => Promise<Count>][]} */
  const suites = [
    ["Rust", rust],
    ["Scripts", () => vitest("scripts", reports, browser)],
    ["WebAssembly package", () => vitest("wasm", reports, browser)],
    ["Components, in Chromium", () => vitest("components", reports, browser)],
    ["Pages, end to end, in Chromium", () => vitest("pages", reports, browser)],
  ];
  /** @type {[title: string, count: Count][]} */
  const counts = [];
  try {
    for (const [title, suite] of suites) {
      announce(title);
      counts.push([title, await suite()]);
    }
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
  process.stdout.write("\n");
  for (const [title, count] of counts) process.stdout.write(`${title}: ${verdict(count)}\n`);
  const total = sum(counts.map(([, count]) => count));
  if (total.failed > 0) process.exitCode = 1;
  process.stdout.write(`${verdict(total)}\n`);
});
