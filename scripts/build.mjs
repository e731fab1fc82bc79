/**
 * `npm run build` builds the page into dist/; `npm run build:single` as one file into dist-single/; `npm run build:program`
 * the command-line program with that file in it; `npm run build:wasm` only the WebAssembly packages.
 */
import { buildProgram, ensurePage, ensureSingle, ensureWasm } from "./lib/build.mjs";
import { main } from "./lib/run.mjs";

const builders = {
  wasm: ensureWasm,
  single: ensureSingle,
  program: async () => {
    await buildProgram("release");
  },
};
await main(Object.entries(builders).find(([name]) => name === process.argv[2])?.[1] ?? ensurePage);
