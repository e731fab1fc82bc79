/**
 * `npm run test:long`: the Rust tests in rounds, each with a seed of its own, so that the properties meet cases which the
 * ordinary run, whose seed is fixed, never tries. `npm run test:long -- --rounds 50` tries more, and
 * `npm run test:long -- --seed 123` repeats the round with that seed. The seed of a round that fails is printed beside
 * the smallest case that proptest found; that case belongs into the sources as a test of its own.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { CRATE } from "./lib/paths.mjs";
import { Advice, announce, main, run } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

/** Cases of each property that does not set its own number. */
const CASES = "2000";

/** @param {string} text */
function whole(text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Advice(`${text} is not a whole number.`);
  return number;
}

await main(async () => {
  const { values } = parseArgs({ options: { rounds: { type: "string" }, seed: { type: "string" } } });
  const rounds = values.seed === undefined ? whole(values.rounds ?? "10") : 1;
  await ensureRust();
  const failed = [];
  for (let round = 1; round <= rounds; round++) {
    const seed = values.seed === undefined ? randomInt(2 ** 47) : whole(values.seed);
    announce(`Round ${round} of ${rounds}, seed ${seed}`);
    const env = { PROPTEST_RNG_SEED: String(seed), PROPTEST_CASES: CASES };
    const status = await run("cargo", ["test", "--locked", "--workspace", "--no-fail-fast"], { cwd: CRATE, env });
    if (status !== 0) failed.push(seed);
  }
  if (failed.length > 0) throw new Advice(`Failed with the seeds ${failed.join(", ")}.`);
});
