/**
 * `npm run test:long`: every state of the page at every size, the tests of unsafe code with the address sanitizer, the
 * crate h2 with our HPACK, then the Rust tests in rounds with fresh seeds and more cases. `--seed 123` repeats
 * the round with that seed. The seed of a failed round is printed with the smallest case that proptest found; that case
 * belongs into the sources as a test of its own.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { CRATE } from "./lib/paths.mjs";
import { Advice, announce, main, must, outputOf, run } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

const ROUNDS = 10;
/** Cases of each property that does not set its own number. */
const CASES = "2000";

/** Hosts whose toolchain has the address sanitizer. */
const SANITIZED = /^host: ((?:x86_64|aarch64)-(?:unknown-linux-gnu|apple-darwin))$/m;

/** Includes the tables that are computed when the program runs. */
async function testSanitized() {
  const host = SANITIZED.exec((await outputOf("rustc", ["-vV"])) ?? "")?.[1];
  if (host === undefined) return;
  announce("Engines, with the address sanitizer");
  const packages = ["-p", "hpack-core", "-p", "hpack-engines", "-p", "hpack-inspect-input"];
  const args = ["--locked", "--lib", "--target", host, ...packages, "--features", "hpack-core/computed-tables"];
  const env = { RUSTC_BOOTSTRAP: "1", RUSTFLAGS: "-Zsanitizer=address" };
  await must("cargo", ["test", ...args, "--", "huffman::", "integer::", "hex::"], { cwd: CRATE, env });
}

await main(async () => {
  const { values } = parseArgs({ options: { seed: { type: "string" } } });
  const rounds = values.seed === undefined ? ROUNDS : 1;
  await ensureRust();
  announce("Every state of the page, every example in presenter mode");
  await must("playwright", ["test", "--project=pages", "every-state", "present"], { env: { HPACK_ALL_STATES: "1" } });
  await testSanitized();
  await must(process.execPath, ["lab/h2.mjs"]);
  const failed = [];
  for (let round = 1; round <= rounds; round++) {
    const seed = values.seed ?? String(randomInt(2 ** 47));
    announce(`Round ${round} of ${rounds}, seed ${seed}`);
    const env = { HPACK_LONG: "1", PROPTEST_RNG_SEED: seed, PROPTEST_CASES: CASES };
    const { status } = await run("cargo", ["test", "--locked", "--workspace", "--no-fail-fast"], { cwd: CRATE, env });
    if (status !== 0) failed.push(seed);
  }
  if (failed.length > 0) throw new Advice(`Failed with the seeds ${failed.join(", ")}.`);
});
