/** `npm run lab paste`: how many labelled texts of each set are read correctly. `-- --cross --write` refits the weights. */
import { CRATE } from "../scripts/lib/paths.mjs";
import { main, must } from "../scripts/lib/run.mjs";

await main(async () => {
  const example = ["--locked", "--release", "-p", "hpack-inspect-input", "--example", "fit"];
  await must("cargo", ["run", ...example, "--", ...process.argv.slice(2)], { cwd: CRATE });
});
