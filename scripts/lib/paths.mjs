/** Where things stand in the checkout. */
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's top folder. */
export const TOP = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string[]} parts */
const at = (...parts) => path.join(TOP, ...parts);

/** The Cargo workspace. */
export const CRATE = at("crate");
/** Our engines beside the decoders of others: a Cargo package outside the workspace. */
export const PEERS = at("crate", "peers");
/** Folders of stories, as the npm package `hpack` carries them. */
export const STORIES = at("node_modules", "hpack", "test", "hpack-test-case");
/** Figures that were measured. */
export const BENCHMARK_DOC = at("docs", "benchmark.md");
/** What was tried against wrong answers and unbounded work. */
export const TRUST_DOC = at("docs", "trust.md");
/** The WebAssembly package that the page loads first: written by wasm-pack, optimised by wasm-opt. */
export const PKG = at("crate", "wasm", "pkg");
/** The package that reads every text, diagnoses, measures and encodes. */
export const PKG_MORE = at("crate", "wasm", "pkg-more");
/** The package that reads captures and benchmarks too, which the page loads when it is asked for that. */
export const PKG_CAPTURES = at("crate", "wasm", "pkg-captures");
/** The page's sources. */
export const WEB = at("web");
/** The built page. */
export const DIST = at("dist");
/** Tools that belong to this checkout, and the stamps of what has been built. Git ignores it. */
export const TOOLS = at(".tools");
/** Commands that npm installed. */
export const NODE_BIN = at("node_modules", ".bin");
