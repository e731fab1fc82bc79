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
/** The WebAssembly package that the page loads first, with everything but captures and benchmarks. */
export const PKG = at("crate", "wasm", "pkg");
/** The package for captures and benchmarks, which the page loads when it is asked for them. */
export const PKG_CAPTURES = at("crate", "wasm", "pkg-captures");
/** The page's sources. */
export const WEB = at("web");
/** The built page. */
export const DIST = at("dist");
/** Tools that belong to this checkout, and the stamps of what has been built. Git ignores it. */
export const TOOLS = at(".tools");
/** Commands that npm installed. */
export const NODE_BIN = at("node_modules", ".bin");
