/**
 * `npm run build` builds the page into dist/; `npm run build:single` as one file into dist-single/; `npm run build:wasm`
 * only the WebAssembly packages.
 */
import { ensurePage, ensureSingle, ensureWasm } from "./lib/build.mjs";
import { main } from "./lib/run.mjs";

await main({ wasm: ensureWasm, single: ensureSingle }[process.argv[2] ?? ""] ?? ensurePage);
