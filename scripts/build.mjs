/**
 * `npm run build` builds the page into dist/; `npm run build:single` as one file into dist-single/; `npm run build:program`
 * the command-line program with that file in it; `npm run build:package` the npm package into npm/dist/; `npm run
 * build:wasm` only the WebAssembly packages.
 */
import { buildProgram, ensurePackage, ensurePage, ensureSingle, ensureWasm } from "./lib/build.mjs";
import { announce, main } from "./lib/run.mjs";

async function buildPage() {
  await ensurePage();
  announce("dist/ can be uploaded to any folder of any host; .br and .gz are for hosts that send compressed copies");
}

const builders = {
  wasm: () => ensureWasm(),
  single: ensureSingle,
  package: ensurePackage,
  program: () => buildProgram("release"),
};
await main(Object.entries(builders).find(([name]) => name === process.argv[2])?.[1] ?? buildPage);
