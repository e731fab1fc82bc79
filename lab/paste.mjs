/** `npm run lab paste`: how many labelled texts of each set are read correctly. `-- --cross --write` refits the weights. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CRATE } from "../scripts/lib/paths.mjs";
import { main, must } from "../scripts/lib/run.mjs";

await main(async () => {
  const example = ["--locked", "--release", "-p", "hpack-inspect-input", "--example", "fit"];
  // `--show FILE`
  const options = process.argv.slice(2).map((one) => (existsSync(one) ? resolve(one) : one));
  await must("cargo", ["run", ...example, "--", ...options], { cwd: CRATE });
});
