/** `npm run lab growth`: time and memory by length of the pasted text, in every notation. */
import { CRATE } from "../scripts/lib/paths.mjs";
import { main, must } from "../scripts/lib/run.mjs";

await main(async () => {
  const example = ["--locked", "--release", "-p", "hpack-inspect-input", "--example", "growth"];
  await must("cargo", ["run", ...example, "--", ...process.argv.slice(2)], { cwd: CRATE });
});
