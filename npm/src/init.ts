/** For hosts that forbid compiling WebAssembly from bytes, such as Cloudflare Workers, and import modules. */
export { init } from "./core.ts";
export { initExplain } from "./explain-core.ts";
