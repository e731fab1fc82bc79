/** `npm run build` builds the page into dist/; `npm run build:wasm` only the WebAssembly packages. */
import { ensurePage, ensureWasm } from "./lib/build.mjs";
import { main } from "./lib/run.mjs";

await main(process.argv[2] === "wasm" ? ensureWasm : ensurePage);
