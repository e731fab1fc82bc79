/**
 * `npm run test:long`: the Rust tests in rounds, each with a seed of its own, so that the properties meet cases which the
 * ordinary run, whose seed is fixed, never tries. `npm run test:long -- --rounds 50` tries more, and
 * `npm run test:long -- --seed 123` repeats the round with that seed. The seed of a round that fails is printed beside
 * the smallest case that proptest found; that case belongs into the sources as a test of its own. Before the first round
 * the tests of the engines run with the address sanitizer, where there is one, and the crate h2 with our HPACK
 * (scripts/h2-swap.mjs).
 */
import { randomInt } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { CRATE, TOP } from "./lib/paths.mjs";
import { Advice, announce, main, must, outputOf, run } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

/** Cases of each property that does not set its own number. */
const CASES = "2000";

/** @param {string} text */
function whole(text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Advice(`${text} is not a whole number.`);
  return number;
}

/** Hosts whose toolchain has the address sanitizer. */
const SANITIZED = /^host: ((?:x86_64|aarch64)-(?:unknown-linux-gnu|apple-darwin))$/m;

/**
 * Runs the tests of unsafe code with the address sanitizer, and with the tables that are computed when the program runs;
 * gives the exit status.
 */
async function sanitized() {
  const host = SANITIZED.exec((await outputOf("rustc", ["-vV"], { cwd: CRATE })) ?? "")?.[1];
  if (host === undefined) return 0;
  announce("Engines, with the address sanitizer");
  const env = { RUSTC_BOOTSTRAP: "1", RUSTFLAGS: "-Zsanitizer=address" };
  const packages = ["-p", "hpack-core", "-p", "hpack-engines", "-p", "input"];
  const args = ["--locked", "--lib", "--target", host, ...packages, "--features", "hpack-core/computed-tables"];
  return run("cargo", ["test", ...args, "--", "huffman::", "integer::", "hex::"], { cwd: CRATE, env });
}

await main(async () => {
  const { values } = parseArgs({ options: { rounds: { type: "string" }, seed: { type: "string" } } });
  const rounds = values.seed === undefined ? whole(values.rounds ?? "10") : 1;
  await ensureRust();
  if ((await sanitized()) !== 0) throw new Advice("The address sanitizer, or a test, found something: see above.");
  await must(process.execPath, [path.join(TOP, "scripts", "h2-swap.mjs")]);
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
