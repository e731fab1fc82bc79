/**
 * `npm run check`: format, lint and types of everything, warnings as errors; and whether what ordinary builds leave out
 * compiles. All of them run, those of Rust beside the others; any failure fails.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { BUDGETS, firstView, overBudget, packages, tableOf } from "./lib/budget.mjs";
import { ensurePage, ensureWasm } from "./lib/build.mjs";
import { CRATE, TOP, WEB } from "./lib/paths.mjs";
import { Advice, announce, main, run } from "./lib/run.mjs";
import { ensureComponents, ensureLeastRust } from "./lib/rust.mjs";
import { circles } from "./lib/rust-modules.mjs";
import { styleFaults } from "./lib/styles.mjs";
import { GENERATED, generatedTypes } from "./lib/types.mjs";

const SHARED = ["--target-dir", "target", "--manifest-path"];

/** @typedef {[title: string, command: string, args: string[], cwd: string]} Check */

/** @type {Check[]} */
const WEB_CHECKS = [
  ["Web: format and lint", "biome", ["check", "--error-on-warnings", "."], TOP],
  ["Types: scripts and tests", "tsc", ["-p", "tsconfig.json"], TOP],
  ["Types: page", "tsc", ["-p", "web/tsconfig.json"], TOP],
];

/** @type {Check[]} */
const RUST_CHECKS = [
  ["Rust: format", "cargo", ["fmt", "--all", "--check"], CRATE],
  ["Rust: lint", "cargo", ["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"], CRATE],
  ["Rust: documentation", "cargo", ["rustdoc", "--locked", "-p", "hpack-core", "--lib", "--", "-D", "warnings"], CRATE],
  [
    "Rust: documentation",
    "cargo",
    ["rustdoc", "--locked", "-p", "hpack-engines", "--lib", "--", "-D", "warnings"],
    CRATE,
  ],
  ["Rust: hpack-core without std", "cargo", ["check", "--locked", "-p", "hpack-core", "--no-default-features"], CRATE],
  // These stand outside the workspace and share what it has built.
  ["Rust: fuzz targets", "cargo", ["check", "--locked", ...SHARED, "fuzz/Cargo.toml"], CRATE],
  ["Rust: peers", "cargo", ["check", "--locked", ...SHARED, "peers/Cargo.toml"], CRATE],
  [
    "Rust: crates packed",
    "cargo",
    ["package", "--locked", "--allow-dirty", "-p", "hpack-core", "-p", "hpack-engines"],
    CRATE,
  ],
  ["Rust: a project with a packed crate", "cargo", ["test", "--locked", ...SHARED, "published/Cargo.toml"], CRATE],
];

/** @type {string[]} */
const failed = [];

/** @param {Check[]} checks run one after the other; what one says comes when it is done, as others run beside it */
async function runAll(checks) {
  for (const [title, command, args, cwd] of checks) {
    let output = "";
    const onOutput = (/** @type {string} */ text) => {
      output += text;
    };
    const status = await run(command, args, { cwd, silent: true, onOutput });
    announce(status === 0 ? title : `${title}: failed`);
    process.stdout.write(output);
    if (status !== 0) failed.push(title);
  }
}

async function checkWeb() {
  // The types of the page include those of the WebAssembly package.
  await ensureWasm();
  await runAll(WEB_CHECKS);
  // In a folder of its own, so that neither waits for the other.
  for (const { folder, wanted } of [
    { folder: CRATE, wanted: "--workspace" },
    { folder: path.join(CRATE, "hpack"), wanted: "--lib" },
  ]) {
    const least = await ensureLeastRust(folder);
    const args = [`+${least}`, "check", "--locked", wanted, "--target-dir", path.join(CRATE, "target", "least")];
    await runAll([[`Rust: ${least}, the oldest version that is to do`, "cargo", args, folder]]);
  }
}

await main(async () => {
  await ensureComponents(["rustfmt", "clippy"]);
  announce("Checking: about four minutes the first time");
  await Promise.all([runAll(RUST_CHECKS), checkWeb()]);
  announce("Rust: modules in a circle");
  const found = circles(CRATE);
  for (const circle of found) console.error(circle);
  if (found.length > 0) failed.push("Rust: modules in a circle");
  await ensurePage();
  const { view, core, captures } = BUDGETS;
  announce(`Page: at most ${view} bytes in the first view, ${core} in its package, ${captures} in that for captures`);
  const [files, built] = await Promise.all([firstView(), packages()]);
  console.log(tableOf(files));
  console.log(`${built.captures.file}: ${built.captures.sent} bytes sent`);
  failed.push(...overBudget(files, built).map((part) => `Page: ${part} bytes`));
  announce("Web: class names");
  const lost = styleFaults(path.join(WEB, "src"));
  for (const fault of lost) console.error(fault);
  if (lost.length > 0) failed.push("Web: class names");
  announce("Types: those generated from Rust");
  if ((await generatedTypes()) !== (await readFile(GENERATED, "utf8"))) {
    console.error(`${path.relative(TOP, GENERATED)} is not what the Rust structs say: npm run types writes it.`);
    failed.push("Types: those generated from Rust");
  }
  if (failed.length > 0) throw new Advice(`Failed: ${failed.join("; ")}.`);
});
