/**
 * The same without WebAssembly, which the program gives: for bundles that load it as a file, and for hosts that forbid
 * compiling it from bytes, such as Cloudflare Workers, and import modules.
 */
export * from "./common-exports.ts";
export { init } from "./core.ts";
export { Decoder } from "./decoder.ts";
export { Encoder } from "./encoder.ts";
export { explain } from "./explain.ts";
export { initExplain } from "./explain-core.ts";
