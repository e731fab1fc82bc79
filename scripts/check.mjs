/**
 * `npm run check`: format, lint and types, warnings as errors; and whether what ordinary builds leave out compiles. All
 * checks run, Rust's at the same time as the others; any failure fails.
 */
import { readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { budgetFaults } from "./lib/budget.mjs";
import { ensurePage, ensureWasm, placePage } from "./lib/build.mjs";
import { folderCycles, moduleCycles } from "./lib/cycles.mjs";
import { CRATE, TOP, WEB } from "./lib/paths.mjs";
import { Advice, announce, main, run } from "./lib/run.mjs";
import { ensureOldestRust, ensureRust } from "./lib/rust.mjs";
import { styleFaults } from "./lib/styles.mjs";

/** @typedef {[title: string, command: string, cwd: string]} Command */

/** The packages that are published, as docs/release.md has them. */
const PUBLISHED = "--locked --workspace --exclude testing --exclude hpack-inspector-*";

/** @type {Command[]} */
const RUST_COMMANDS = [
  ["Rust: format", "cargo fmt --all --check", CRATE],
  ["Rust: lint", "cargo clippy --locked --workspace --all-targets -- -D warnings", CRATE],
  ["Rust: documentation", "cargo rustdoc --locked -p hpack-core --lib -- -D warnings", CRATE],
  ["Rust: documentation", "cargo rustdoc --locked -p hpack-core --lib --features inspect -- -D warnings", CRATE],
  ["Rust: documentation", "cargo rustdoc --locked -p hpack-engines --lib -- -D warnings", CRATE],
  [
    "Rust: hpack-core without features",
    "cargo clippy --locked -p hpack-core --no-default-features -- -D warnings",
    CRATE,
  ],
  ["Rust: hpack-inspect without benchmarks", "cargo check --locked -p hpack-inspect --no-default-features", CRATE],
  // These are outside the workspace and share what it has built.
  ["Rust: fuzz targets", "cargo check --locked --target-dir target --manifest-path fuzz/Cargo.toml", CRATE],
  ["Rust: peers", "cargo check --locked --target-dir target --manifest-path peers/Cargo.toml", CRATE],
  ["Rust: crates packed", `cargo package --allow-dirty ${PUBLISHED}`, CRATE],
  ["Rust: a user's project", "cargo test --locked --target-dir target --manifest-path published/Cargo.toml", CRATE],
  ["Rust: a part of the unsafe code, in Miri", "node lab/miri.mjs --small", TOP],
  ["Rust: instructions a field", "node lab/instructions.mjs --optional", TOP],
];

const WHOLE = "cargo clippy --locked -p hpack-inspect --features view,parquet --all-targets -- -D warnings";

/** @type {Command[]} */
const WEB_COMMANDS = [
  ["Web: format and lint", "biome check --error-on-warnings .", TOP],
  ["Types: scripts and tests", "tsc -p tsconfig.json", TOP],
  ["Types: page", "tsc -p web/tsconfig.json", TOP],
  ["Licences of others", "node scripts/notices.mjs --check", TOP],
];

/** @type {[title: string, find: () => string[] | Promise<string[]>][]} */
const SEARCHES = [
  ["Rust: modules in a circle", () => moduleCycles(CRATE)],
  ["Web: folders in a circle", () => folderCycles(path.join(WEB, "src"))],
  ["Web: class names", () => styleFaults(path.join(WEB, "src"))],
  ["Page: size", budgetFaults],
];

/** @type {string[]} */
const failed = [];

/** @param {string} title @param {boolean} isRight @param {string} output */
function report(title, isRight, output) {
  announce(isRight ? title : `${title}: failed`);
  process.stdout.write(output);
  if (!isRight) failed.push(title);
}

/** Runs commands one after the other and shows each one's output when it ends. @param {Command[]} commands */
async function runAll(commands) {
  for (const [title, line, cwd] of commands) {
    const [command = "", ...args] = line.split(" ");
    const { status, output } = await run(command, args, { cwd, quiet: true });
    report(title, status === 0, output);
  }
}

/** Cargo unpacks a version of a local registry once, and uses that even after other sources were packed as it. */
async function forgetPackedCrates() {
  const unpacked = path.join(process.env.CARGO_HOME ?? path.join(os.homedir(), ".cargo"), "registry", "src");
  for (const registry of await readdir(unpacked).catch(() => [])) {
    // Local ones have no host in their names.
    if (registry.startsWith("-")) await rm(path.join(unpacked, registry), { recursive: true });
  }
}

/** The oldest compilers, in a target folder of their own, so that neither lane waits for the other. */
async function checkOldest() {
  for (const { folder, what } of [
    { folder: CRATE, what: "--workspace" },
    { folder: path.join(CRATE, "hpack"), what: "--lib" },
  ]) {
    const oldest = await ensureOldestRust(folder);
    const command = `cargo +${oldest} check --locked ${what} --target-dir ${path.join(CRATE, "target", "least")}`;
    await runAll([[`Rust: ${oldest}, the oldest version allowed`, command, folder]]);
  }
}

await main(async () => {
  await ensureRust();
  announce("Checking: about five minutes the first time");
  // The types of the page include those of the WebAssembly packages.
  const web = ensureWasm().then(async () => {
    await runAll(WEB_COMMANDS);
    await checkOldest();
  });
  await forgetPackedCrates();
  await Promise.all([runAll(RUST_COMMANDS), web]);
  await runAll([["Types: those generated from Rust", "node scripts/types.mjs --check", TOP]]);
  await ensurePage();
  await placePage();
  await runAll([["Rust: hpack-inspect with the page and Parquet", WHOLE, CRATE]]);
  for (const [title, find] of SEARCHES) {
    const faults = await find();
    report(title, faults.length === 0, faults.map((fault) => `${fault}\n`).join(""));
  }
  if (failed.length > 0) throw new Advice(`Failed: ${failed.join("; ")}.`);
});
