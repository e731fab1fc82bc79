/** `npm run lab paste`: how labelled texts are read, by set, and what changed. `-- --cross --write` fits the weights anew. */
import { CRATE } from "../scripts/lib/paths.mjs";
import { main, must } from "../scripts/lib/run.mjs";

await main(async () => {
  const example = ["--locked", "--release", "-p", "hpack-inspect-input", "--example", "fit"];
  await must("cargo", ["run", ...example, "--", ...process.argv.slice(2)], { cwd: CRATE });
});
