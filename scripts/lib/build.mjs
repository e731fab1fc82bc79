/** Builds the WebAssembly packages and, with them, the page. */
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { digest, recall, remember } from "./cache.mjs";
import {
  CRATE,
  DIST,
  DIST_NPM,
  DIST_SINGLE,
  PKG,
  PKG_CAPTURES,
  PKG_CAPTURES_TESTED,
  PKG_CODEC,
  PKG_EXPLAIN,
  PKG_TESTED,
  SINGLE,
  TOP,
} from "./paths.mjs";
import { announce, must, outputOf } from "./run.mjs";
import { findWasmTools, installTools } from "./rust.mjs";

const NAME = "hpack_inspector_wasm";

/** A package: its crate in crate/wasm, and its folder and file name. */
const module = (/** @type {string} */ crate, /** @type {string} */ folder, name = NAME) => ({ crate, folder, name });
const OF_PAGE = [module("first", PKG), module("captures", PKG_CAPTURES)];
const OF_TESTS = [module("first", PKG_TESTED), module("captures", PKG_CAPTURES_TESTED)];
const OF_PACKAGE = [module("codec", PKG_CODEC, "core"), module("explain", PKG_EXPLAIN, "core")];

/** The instructions that rustc uses by default, and vectors; every browser that can run the page has them. */
const FEATURES = "bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext simd";
const ENABLED = FEATURES.split(" ").map((name) => `--enable-${name}`);
const OPTIMISE = ["-Os", "--one-caller-inline-max-function-size=0", ...ENABLED];

/** Sources of the packages that are only tested with. */
const NOT_BUILT_FROM = ["tests", "benches", "examples", "fuzz", "peers"];

/**
 * Builds unless it was done with these inputs and the product still exists.
 * @param {string} name
 * @param {string} title
 * @param {string} inputs their digest
 * @param {string} product
 * @param {() => Promise<void>} body
 */
async function buildOnce(name, title, inputs, product, body) {
  if ((await recall(name, inputs)) !== null && existsSync(product)) return;
  announce(title);
  const start = performance.now();
  await remember(name, inputs, null);
  await body();
  await remember(name, inputs, true);
  announce(`${title.split(":")[0]}: built in ${Math.round((performance.now() - start) / 1000)} s`);
}

/** The digest of everything that WebAssembly is built from. */
async function wasmInputs() {
  const { tools } = await findWasmTools();
  const rustc = (await outputOf("rustc", ["--version"])) ?? "";
  const others = [...tools, rustc, process.env.RUSTFLAGS ?? "", ...OPTIMISE];
  return digest(["crate", "rust-toolchain.toml", "package-lock.json"], others, NOT_BUILT_FROM);
}

/** The page's packages. @param {"wasm" | "quick"} profile of Cargo: shipped, or quick to build */
export async function ensureWasm(profile = "wasm") {
  const modules = profile === "wasm" ? OF_PAGE : OF_TESTS;
  const product = path.join(modules.at(-1)?.folder ?? "", `${NAME}_bg.wasm`);
  const title = `WebAssembly packages, ${profile}: building with wasm-pack (minutes the first time)`;
  await buildOnce(profile, title, await wasmInputs(), product, () => buildWasm(modules, profile));
}

/**
 * Builds each package by wasm-pack from its own crate.
 * @param {ReturnType<typeof module>[]} modules
 * @param {"wasm" | "quick"} profile of Cargo; what is quick is not optimised by wasm-opt
 */
async function buildWasm(modules, profile) {
  // One folder for all: the crates that they share are compiled once.
  const env = { CARGO_TARGET_DIR: path.resolve(CRATE, process.env.CARGO_TARGET_DIR ?? "target") };
  const packages = modules.flatMap(({ crate }) => ["-p", `hpack-inspector-${crate}`]);
  const { missing } = await findWasmTools();
  // A crate's last stage takes one core: others are compiled meanwhile. wasm-pack then finds each package compiled.
  const cargo = ["build", "--locked", "--target", "wasm32-unknown-unknown", "--profile", profile, ...packages];
  await Promise.all([installTools(missing), must("cargo", cargo, { cwd: CRATE, env, quiet: true })]);
  const options = ["--target", "web", "--profile", profile, "--mode", "no-install", "--no-pack", "--no-opt"];
  const pack = async (/** @type {ReturnType<typeof module>} */ { crate, folder, name }) => {
    const start = performance.now();
    await rm(folder, { recursive: true, force: true });
    const place = ["--out-dir", folder, "--out-name", name, "--", "--locked"];
    await must("wasm-pack", ["build", path.join(CRATE, "wasm", crate), ...options, ...place], { env, quiet: true });
    const seconds = Math.round((performance.now() - start) / 1000);
    const file = path.join(folder, `${name}_bg.wasm`);
    if (profile === "wasm") await must("wasm-opt", [...OPTIMISE, file, "-o", file]);
    announce(`${crate}: wasm-pack took ${seconds} s, ${Math.round((await stat(file)).size / 1000)} KB`);
  };
  await Promise.all(modules.map(pack));
}

/** @param {string} title @param {string[]} configs of Vite @param {string} product */
async function ensureBuilt(title, configs, product) {
  await ensureWasm();
  const places = ["web", "public", "crate", "rust-toolchain.toml", "vite.config.ts", "scripts/lib"];
  const others = ["scripts/single.config.ts", "package-lock.json"];
  const inputs = digest([...places, ...others], [process.env.PAGE_URL ?? ""], NOT_BUILT_FROM);
  await buildOnce(title, `${title}: building (half a minute)`, inputs, product, async () => {
    // A test runner sets another, with which the page would contain React's development build.
    for (const config of configs)
      await must("vite", ["build", "--config", config, "--logLevel", "warn"], { env: { NODE_ENV: "production" } });
  });
}

export const ensurePage = () => ensureBuilt("Page", ["vite.config.ts"], path.join(DIST, "index.html"));

export const ensureSingle = () =>
  ensureBuilt(
    "Page as one file",
    ["scripts/single.config.ts", "scripts/element.config.ts"],
    path.join(DIST_SINGLE, SINGLE),
  );

/** Builds the npm package, with all that it contains, into a folder that `npm pack` takes. */
export async function ensurePackage() {
  await ensureSingle();
  const inputs = digest(
    ["npm", "web", "public", "crate", "scripts", "package-lock.json"],
    [await wasmInputs()],
    NOT_BUILT_FROM,
  );
  const title = "npm package: building (a minute)";
  await buildOnce("package", title, inputs, path.join(DIST_NPM, "index.js"), async () => {
    await buildWasm(OF_PACKAGE, "wasm");
    await must("vite", ["build", "--config", "scripts/package.config.ts", "--logLevel", "warn"]);
    await must("tsc", ["-p", "npm/tsconfig.json", "--noEmit", "false"]);
    await chmod(path.join(DIST_NPM, "bin.js"), 0o755);
    const files = {
      "core.wasm": path.join(PKG_CODEC, "core_bg.wasm"),
      "explain.wasm": path.join(PKG_EXPLAIN, "core_bg.wasm"),
      "captures.wasm": path.join(PKG_CAPTURES, `${NAME}_bg.wasm`),
      "element/element.js": path.join(DIST_SINGLE, "element.js"),
      "element/embed.htm": path.join(DIST_SINGLE, SINGLE),
      "third-party-notices.txt": path.join(TOP, "public", "third-party-notices.txt"),
      "../LICENSE": path.join(TOP, "LICENSE"),
    };
    await mkdir(path.join(DIST_NPM, "element"));
    for (const [name, from] of Object.entries(files)) await copyFile(from, path.join(DIST_NPM, name));
  });
}

/** Puts the page where the command-line program with the feature `view` takes it from. */
export async function placePage() {
  await ensureSingle();
  const folder = path.join(CRATE, "cli", "page");
  await mkdir(folder, { recursive: true });
  const page = await readFile(path.join(DIST_SINGLE, SINGLE));
  await writeFile(path.join(folder, `${SINGLE}.gz`), gzipSync(page, { level: 9 }));
}

/** Builds the command-line program with the page in it; returns its path. @param {"release" | "dev"} profile */
export async function buildProgram(profile) {
  await placePage();
  const options = ["--locked", "-p", "hpack-inspect", "--features", "view", "--profile", profile];
  await must("cargo", ["build", ...options], { cwd: CRATE });
  const target = path.resolve(CRATE, process.env.CARGO_TARGET_DIR ?? "target");
  return path.join(target, profile === "dev" ? "debug" : profile, "hpack-inspect");
}
