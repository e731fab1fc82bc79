/**
 * `npm run dev` serves the page from its sources. With `-- --packages FROM` it builds nothing, so no Rust is needed: FROM
 * has the WebAssembly packages, as `scripts/lib/packages.mjs` says.
 */
import { parseArgs } from "node:util";
import { ensureWasm } from "./lib/build.mjs";
import { takePackages } from "./lib/packages.mjs";
import { main, must } from "./lib/run.mjs";

await main(async () => {
  const { values } = parseArgs({ options: { packages: { type: "string" } } });
  await (values.packages === undefined ? ensureWasm() : takePackages(values.packages));
  await must("vite", []);
});
