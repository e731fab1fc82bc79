/**
 * `npm run build` builds the page into dist/; `npm run build:single` as one file into dist-single/; `npm run build:package`
 * the npm package into npm/dist/; `npm run build:wasm` only the WebAssembly packages.
 */
import { ensurePackage, ensurePage, ensureSingle, ensureWasm } from "./lib/build.mjs";
import { announce, main } from "./lib/run.mjs";

async function buildPage() {
  await ensurePage();
  announce("dist/ can be uploaded to any folder of any host; .br and .gz are for hosts that send compressed copies");
}

await main({ wasm: ensureWasm, single: ensureSingle, package: ensurePackage }[process.argv[2] ?? ""] ?? buildPage);
