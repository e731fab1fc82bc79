/**
 * `npm test`: every suite, one after the other (they share the machine, and some measure time), and one last line that
 * sums them. The exit status is 0 only when every suite has run tests and none of them failed.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensurePage } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { readCargo, readVitest, sum, verdict, withSkipped } from "./lib/count.mjs";
import { hasMiri, miri } from "./lib/miri.mjs";
import { CRATE, TOP } from "./lib/paths.mjs";
import { announce, main, run } from "./lib/run.mjs";
import { ensureWasmTools } from "./lib/rust.mjs";

/** @typedef {import("./lib/count.mjs").Count} Count */

/**
 * @param {string} reports
 * @returns {Promise<Count>}
 */
async function rust(reports) {
  let output = "";
  const skipped = path.join(reports, "skipped.txt");
  await writeFile(skipped, "");
  const status = await run("cargo", ["test", "--locked", "--workspace", "--no-fail-fast"], {
    cwd: CRATE,
    env: { HPACK_SKIPPED_TESTS: skipped },
    onOutput: (text) => {
      output += text;
    },
  });
  return withSkipped(readCargo(output, status), await readFile(skipped, "utf8"));
}

/** @returns {Promise<Count>} */
async function unsafeCode() {
  if (!(await hasMiri())) {
    process.stdout.write("Skipped: the nightly toolchain's component miri is not there.\n");
    return { passed: 0, failed: 0, skipped: 1 };
  }
  let output = "";
  const status = await miri({
    all: false,
    onOutput: (text) => {
      output += text;
    },
  });
  // What is ignored there takes Miri too long, and was run with the others.
  return { ...readCargo(output, status), skipped: 0 };
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
    { cwd: TOP, env: { HPACK_CHROMIUM: browser, NODE_ENV: "test" } },
  );
  return readVitest(report, status);
}

/** @type {Count} */
const NOT_RUN = { passed: 0, failed: 1, skipped: 0 };

/**
 * Whether the page and the WebAssembly package could be built.
 * @returns {Promise<boolean>}
 */
async function built() {
  try {
    await ensurePage();
    return true;
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    return false;
  }
}

await main(async () => {
  const browser = await ensureChromium();
  await ensureWasmTools();
  const reports = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
  /** @type {[title: string, count: Count][]} */
  const counts = [];
  /**
   * @param {string} title
   * @param {() => Promise<Count>} suite
   */
  const count = async (title, suite) => {
    announce(title);
    counts.push([title, await suite()]);
  };
  try {
    await count("Rust", () => rust(reports));
    await count("Unsafe code, in Miri", unsafeCode);
    await count("Scripts", () => vitest("scripts", reports, browser));
    if (await built()) {
      await count("WebAssembly package", () => vitest("wasm", reports, browser));
      await count("Components, in Chromium", () => vitest("components", reports, browser));
      await count("Pages, end to end, in Chromium", () => vitest("pages", reports, browser));
    } else {
      counts.push(["WebAssembly package, components and pages could not be built", NOT_RUN]);
    }
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
  process.stdout.write("\n");
  for (const [title, one] of counts) process.stdout.write(`${title}: ${verdict(one)}\n`);
  const total = sum(counts.map(([, one]) => one));
  if (total.failed > 0) process.exitCode = 1;
  process.stdout.write(`${verdict(total)}\n`);
});
