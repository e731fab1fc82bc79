/**
 * `npm test`: runs every suite and ends with the sum of their tests. Rust's suites run at the same time as the page's;
 * what measures time runs alone. The exit status is 0 only if every suite ran tests and none failed.
 *
 * A suite is not repeated if its inputs have not changed since it passed; `npm test -- --all` runs everything.
 */
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensurePage } from "./lib/build.mjs";
import { digest, recall, remember } from "./lib/cache.mjs";
import { findTestBrowser, requireChromium } from "./lib/chromium.mjs";
import { readCargo, readJunit, sum, summary } from "./lib/count.mjs";
import { CRATE, TOOLS } from "./lib/paths.mjs";
import { announce, main, outputOf, run } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

/** @typedef {import("./lib/count.mjs").Count} Count */
/** @typedef {{ title: string, about: string, body: () => Promise<{ count: Count, output: string }> }} Suite */

const RUST_INPUTS = ["crate", "tests", "scripts", "package-lock.json", "rust-toolchain.toml", ".cargo"];
const CONFIGS = ["package.json", "vite.config.ts", "vitest.config.ts", "playwright.config.ts"];
const PAGE_INPUTS = [...RUST_INPUTS, ...CONFIGS, "lab", "web", "public", "docs", "npm"];
const VARIABLES = ["RUSTFLAGS", "PROPTEST_RNG_SEED", "PROPTEST_CASES"];

const REPORTS = path.join(TOOLS, "reports");

/** @type {Suite} */
const RUST_SUITE = { title: "Rust", about: "four minutes to compile, one and a half to run", body: testRust };
const PAGE_SUITES = [
  suite("vitest", "scripts", "Scripts", "seconds"),
  suite("vitest", "units", "Units", "seconds"),
  suite("vitest", "wasm", "WebAssembly packages", "half a minute"),
  suite("vitest", "components", "Components, in Chromium", "a minute"),
  suite("playwright", "pages", "Pages, end to end, in Chromium", "six minutes"),
];
const ALONE = [suite("playwright", "time", "Time that the page takes, in Chromium", "seconds")];

async function testRust() {
  const unable = path.join(REPORTS, "unable");
  const { status, output } = await run("cargo", ["test", "--locked", "--workspace", "--no-fail-fast"], {
    cwd: CRATE,
    // Increments take a fifth more processor time from nothing, and save nothing in a run of everything.
    env: { HPACK_SKIPPED_TESTS: unable, CARGO_INCREMENTAL: "0" },
    quiet: true,
  });
  return { count: readCargo(output, status, await readFile(unable, "utf8").catch(() => "")), output };
}

/**
 * @param {"vitest" | "playwright"} runner
 * @param {string} project of its configuration @param {string} title @param {string} about @returns {Suite}
 */
function suite(runner, project, title, about) {
  const report = path.join(REPORTS, `${project}.xml`);
  const ofVitest = ["--reporter=default", "--reporter=junit", `--outputFile.junit=${report}`];
  const [args, env] =
    runner === "vitest"
      ? [["run", ...ofVitest], { NODE_ENV: "test", HPACK_SHIPPED: "1" }]
      : [["test", "--no-deps", "--reporter=list,junit"], { PLAYWRIGHT_JUNIT_INCLUDE_RETRIES: "1" }];
  const all = { env: { ...env, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report }, quiet: true };
  const body = async () => {
    const { status, output } = await run(runner, [...args, `--project=${project}`], all);
    return { count: readJunit(await readFile(report, "utf8").catch(() => ""), status), output };
  };
  return { title, about, body };
}

/** @type {Count} */
const NOT_RUN = { passed: 0, failed: 1, skipped: 0 };

/** @type {Map<string, { line: string, count: Count }>} what came of each suite, by title */
const results = new Map();

/** Runs suites one after the other. @param {Suite[]} suites @param {string} inputs their digest @param {boolean} isForced */
async function runAll(suites, inputs, isForced) {
  for (const { title, about, body } of suites) {
    const known = /** @type {Count | null} */ (isForced ? null : await recall(title, inputs));
    if (known !== null) {
      results.set(title, { line: `unchanged since it passed: ${summary(known)}`, count: known });
      continue;
    }
    announce(`${title}: running (about ${about})`);
    const start = performance.now();
    const { count, output } = await body().catch(({ message }) => ({ count: NOT_RUN, output: `${message}\n` }));
    announce(`${title}: ${summary(count)}, in ${Math.round((performance.now() - start) / 1000)} s`);
    // At once, so that suites that run beside each other don't mix their lines.
    process.stdout.write(output);
    await remember(title, inputs, count.failed > 0 || count.passed === 0 ? null : count);
    results.set(title, { line: summary(count), count });
  }
}

/** @param {boolean} isForced */
async function testEverything(isForced) {
  const browsers = [requireChromium(), findTestBrowser() ?? ""];
  await ensureRust();
  const versions = await Promise.all(["rustc", ...browsers].map((command) => outputOf(command, ["--version"])));
  const others = [process.version, ...versions, ...VARIABLES.map((name) => process.env[name])].map((one) => one ?? "");
  const [rust, page] = [digest(RUST_INPUTS, others), digest(PAGE_INPUTS, others)];
  let alone = ALONE;
  const pages = ensurePage().then(
    () => runAll(PAGE_SUITES, page, isForced),
    (error) => {
      console.error(error.message);
      results.set("WebAssembly packages and page", { line: "could not be built", count: NOT_RUN });
      alone = [];
    },
  );
  await Promise.all([runAll([RUST_SUITE], rust, isForced), pages]);
  await runAll(alone, page, isForced);
}

await main(async () => {
  const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
  await rm(REPORTS, { recursive: true, force: true });
  await mkdir(REPORTS, { recursive: true });
  await testEverything(values.all);
  console.log();
  for (const [title, { count }] of results)
    for (const failure of count.failures ?? []) console.log(`Failed: ${title}: ${failure}`);
  for (const [title, { line }] of results) console.log(`${title}: ${line}`);
  const total = sum(Array.from(results.values(), ({ count }) => count));
  if (total.failed > 0) process.exitCode = 1;
  console.log(summary(total));
});
