/**
 * `npm run growth`: how the time and the memory that pasted text needs grow with its length, for every notation and for
 * texts that are made to cost more; prints a table. `npm run growth -- --to 64` goes on to 64 MiB (16 otherwise), and
 * `npm run growth -- --only dump` measures the texts with “dump” in their names.
 */
import { parseArgs } from "node:util";
import { CRATE } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

await main(async () => {
  const { values } = parseArgs({ options: { to: { type: "string" }, only: { type: "string" } } });
  const asked = Object.entries(values).flatMap(([option, value]) => [`--${option}`, String(value)]);
  await ensureRust();
  const build = ["--locked", "--release", "-p", "input", "--example", "growth"];
  await must("cargo", ["run", ...build, "--", ...asked], { cwd: CRATE });
});
