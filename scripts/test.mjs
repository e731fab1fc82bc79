/**
 * `npm test`: every suite, and one last line that sums them. Those of Rust run beside those of the page, as there are
 * cores for both; those that measure time have the machine to themselves. The exit status is 0 only when every suite
 * has run tests and none of them failed.
 *
 * A suite of which nothing has changed since it passed here is not run again; what it counted then is said on its line.
 * `npm test -- --all` runs everything.
 */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensurePage } from "./lib/build.mjs";
import { ensureBrowsers } from "./lib/chromium.mjs";
import { readCargo, readPlaywright, readVitest, sum, verdict, withSkipped } from "./lib/count.mjs";
import { hasMiri, miri } from "./lib/miri.mjs";
import { CRATE, DIST, PKG, PKG_CAPTURES, TOP, WEB } from "./lib/paths.mjs";
import { announce, main, outputOf, run } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";
import { digest, lastPass, MADE, noteResult } from "./lib/stamp.mjs";

/** @typedef {import("./lib/count.mjs").Count} Count */
/** @typedef {(options: { onOutput: (text: string) => void, reports: string }) => Promise<Count>} Body */
/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title
 * @property {string} about how long it takes on two cores
 * @property {string[]} inputs files and folders that decide how it ends
 * @property {Body} body
 */

const TESTS = path.join(TOP, "tests");
const SCRIPTS = path.join(TOP, "scripts");
const PACKAGES = path.join(TOP, "package-lock.json");
const BUILT = [PKG, PKG_CAPTURES];
const RUST = [CRATE, TESTS, SCRIPTS, PACKAGES, path.join(TOP, "rust-toolchain.toml")];
const NODE = [WEB, TESTS, SCRIPTS, PACKAGES, CRATE, ...BUILT, path.join(TOP, "docs")];
const CONFIGS = ["vite.config.ts", "vitest.config.ts", "playwright.config.ts", "package.json"].map((name) =>
  path.join(TOP, name),
);

/** @type {Suite[]} */
const RUST_SUITES = [
  { name: "rust", title: "Rust", about: "four minutes to compile, one and a half to run", inputs: RUST, body: rust },
  { name: "miri", title: "Unsafe code, in Miri", about: "a minute", inputs: RUST, body: unsafeCode },
];
/** @type {Suite[]} */
const PAGE_SUITES = [
  { name: "scripts", title: "Scripts", about: "seconds", inputs: [...NODE, ...CONFIGS], body: vitest("scripts") },
  { name: "units", title: "Units", about: "seconds", inputs: [...NODE, ...CONFIGS], body: vitest("units") },
  {
    name: "wasm",
    title: "WebAssembly package",
    about: "half a minute",
    inputs: [...NODE, ...CONFIGS],
    body: vitest("wasm"),
  },
  {
    name: "components",
    title: "Components, in Chromium",
    about: "a minute",
    inputs: [...NODE, ...CONFIGS],
    body: vitest("components"),
  },
  {
    name: "pages",
    title: "Pages, end to end, in Chromium",
    about: "six minutes",
    inputs: [...NODE, ...CONFIGS, DIST],
    body: playwright("pages"),
  },
];
/** @type {Suite[]} */
const ALONE = [
  {
    name: "time",
    title: "Time that the page takes, in Chromium",
    about: "seconds",
    inputs: [...NODE, ...CONFIGS, DIST],
    body: playwright("time"),
  },
];

/**
 * Whether Cargo has built incrementally here, as it does while the sources are edited. A first build takes a tenth less
 * time without, and its tests run faster.
 */
const HAS_INCREMENTS = existsSync(path.join(CRATE, "target", "debug", "incremental"));

/** @type {Body} */
async function rust({ onOutput, reports }) {
  let output = "";
  const skipped = path.join(reports, "skipped.txt");
  await writeFile(skipped, "");
  const status = await run("cargo", ["test", "--locked", "--workspace", "--no-fail-fast"], {
    cwd: CRATE,
    env: { HPACK_SKIPPED_TESTS: skipped, ...(HAS_INCREMENTS ? {} : { CARGO_INCREMENTAL: "0" }) },
    silent: true,
    onOutput: (text) => {
      output += text;
      onOutput(text);
    },
  });
  return withSkipped(readCargo(output, status), await readFile(skipped, "utf8"));
}

/** @type {Body} */
async function unsafeCode({ onOutput }) {
  if (!(await hasMiri())) {
    onOutput("Skipped: the nightly toolchain's component miri is not there.\n");
    return { passed: 0, failed: 0, skipped: 1 };
  }
  let output = "";
  const status = await miri({
    all: false,
    silent: true,
    onOutput: (text) => {
      output += text;
      onOutput(text);
    },
  });
  // What is ignored there takes Miri too long, and was run with the others.
  return { ...readCargo(output, status), skipped: 0 };
}

/**
 * One project of vitest.config.ts.
 * @param {string} project
 * @returns {Body}
 */
function vitest(project) {
  return async ({ onOutput, reports }) => {
    const report = path.join(reports, `${project}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const status = await run("vitest", ["run", "--project", project, ...reporters], {
      cwd: TOP,
      env: { NODE_ENV: "test" },
      silent: true,
      onOutput,
    });
    return readVitest(report, status);
  };
}

/**
 * One project of playwright.config.ts.
 * @param {string} project
 * @returns {Body}
 */
function playwright(project) {
  return async ({ onOutput, reports }) => {
    const report = path.join(reports, `${project}.json`);
    const status = await run("playwright", ["test", `--project=${project}`, "--no-deps", "--reporter=list,json"], {
      cwd: TOP,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      silent: true,
      onOutput,
    });
    return readPlaywright(report, status);
  };
}

/** @type {Count} */
const NOT_RUN = { passed: 0, failed: 1, skipped: 0 };

/**
 * Whether the page and the WebAssembly packages could be built.
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
  const { values } = parseArgs({ options: { all: { type: "boolean" } } });
  const browsers = await ensureBrowsers();
  await ensureRust();
  const versions = [
    process.version,
    (await outputOf("rustc", ["--version"], { cwd: CRATE })) ?? "",
    (await outputOf("rustc", ["+nightly", "--version"], { cwd: CRATE })) ?? "",
    ...(await Promise.all(browsers.map(async (browser) => (await outputOf(browser, ["--version"])) ?? ""))),
    ...["RUSTFLAGS", "PROPTEST_RNG_SEED", "PROPTEST_CASES"].map((name) => process.env[name] ?? ""),
  ];
  const reports = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
  /** @type {Map<string, string>} what each suite comes to, by title */
  const lines = new Map();
  /** @type {Count[]} */
  const counts = [];
  /** @type {string[]} what failed, said again at the end, where it is found */
  const failures = [];

  /** @param {Suite[]} suites run one after the other */
  const runAll = async (suites) => {
    for (const { name, title, about, inputs, body } of suites) {
      const stamp = await digest(inputs, versions, MADE);
      const known = values.all === true ? null : await lastPass(name, stamp);
      if (known !== null) {
        lines.set(title, `unchanged since it passed: ${verdict(known)}`);
        announce(`${title}: unchanged since it passed`);
        counts.push(known);
        continue;
      }
      announce(`${title}: running (about ${about})`);
      // Two suites that run beside each other would mix their lines: what one says comes when it is done.
      let output = "";
      const began = performance.now();
      const count = await body({
        reports,
        onOutput: (text) => {
          output += text;
        },
      });
      announce(`${title}: ${verdict(count)}, in ${Math.round((performance.now() - began) / 1000)} s`);
      process.stdout.write(output);
      await noteResult(name, stamp, count);
      lines.set(title, verdict(count));
      counts.push(count);
      failures.push(...(count.failures ?? []).map((failure) => `${title}: ${failure}`));
    }
  };

  try {
    let isBuilt = false;
    await Promise.all([
      runAll(RUST_SUITES),
      built().then(async (done) => {
        isBuilt = done;
        if (done) await runAll(PAGE_SUITES);
      }),
    ]);
    if (isBuilt) {
      await runAll(ALONE);
    } else {
      lines.set("WebAssembly packages and page", "could not be built");
      counts.push(NOT_RUN);
    }
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
  process.stdout.write("\n");
  for (const failure of failures) process.stdout.write(`Failed: ${failure}\n`);
  for (const [title, line] of lines) process.stdout.write(`${title}: ${line}\n`);
  const total = sum(counts);
  if (total.failed > 0) process.exitCode = 1;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
});
