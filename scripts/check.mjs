/**
 * `npm run check`: format, lint and types of everything, warnings as errors; and whether what ordinary builds leave out
 * compiles. All of them run; any failure fails.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { BUDGET, firstView, sentBytes, tableOf } from "./lib/budget.mjs";
import { ensurePage, ensureWasm } from "./lib/build.mjs";
import { CRATE, TOP, WEB } from "./lib/paths.mjs";
import { Advice, announce, main, run } from "./lib/run.mjs";
import { ensureComponents, ensureLeastRust } from "./lib/rust.mjs";
import { circles } from "./lib/rust-modules.mjs";
import { styleFaults } from "./lib/styles.mjs";
import { GENERATED, generatedTypes } from "./lib/types.mjs";

const SHARED = ["--target-dir", "target", "--manifest-path"];

/** @type {[title: string, command: string, args: string[], cwd: string][]} */
const CHECKS = [
  ["Rust: format", "cargo", ["fmt", "--all", "--check"], CRATE],
  ["Web: format and lint", "biome", ["check", "--error-on-warnings", "."], TOP],
  ["Types: scripts and tests", "tsc", ["-p", "tsconfig.json"], TOP],
  ["Types: page", "tsc", ["-p", "web/tsconfig.json"], TOP],
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

await main(async () => {
  await ensureComponents(["rustfmt", "clippy"]);
  // The types of the page include those of the WebAssembly package.
  await ensureWasm();
  const failed = [];
  for (const [title, command, args, cwd] of CHECKS) {
    announce(title);
    if ((await run(command, args, { cwd })) !== 0) failed.push(title);
  }
  const least = await ensureLeastRust();
  announce(`Rust: ${least}, the oldest version that is to do`);
  const args = [`+${least}`, "check", "--locked", "--workspace", "--target-dir", "target/least"];
  if ((await run("cargo", args, { cwd: CRATE })) !== 0) failed.push(`Rust: ${least}`);
  announce("Rust: modules in a circle");
  const found = circles(CRATE);
  for (const circle of found) console.error(circle);
  if (found.length > 0) failed.push("Rust: modules in a circle");
  await ensurePage();
  announce(`Page: the first view takes at most ${BUDGET} bytes`);
  const files = await firstView();
  console.log(tableOf(files));
  if (sentBytes(files) > BUDGET) failed.push("Page: the first view's size");
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
