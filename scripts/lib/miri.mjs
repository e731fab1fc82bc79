/**
 * Miri: an interpreter of Rust that finds undefined behaviour, which the tests of unsafe code can't see otherwise. It is
 * a component of the nightly toolchain.
 */
import { CRATE } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";

/** The suites that use unsafe code, those of the loop that decodes blocks and of the integers. */
const SUITES = [
  ["-p", "hpack-core", "--test", "decoder", "--", "fields::", "--skip=both_forms", "--skip=linear_time"],
  ["-p", "hpack-engines", "--lib", "--", "huffman::tests::", "integer::tests::"],
  ["-p", "input", "--lib", "--", "hex::tests::"],
];

export async function hasMiri() {
  return (await outputOf("cargo", ["+nightly", "miri", "--version"], { cwd: CRATE })) !== null;
}

/**
 * Runs the suites in Miri and gives the greatest exit status.
 * @param {object} options
 * @param {boolean} options.all more strings and all engines: minutes instead of one
 * @param {(text: string) => void} [options.onOutput]
 * @param {boolean} [options.silent] keep the output from the terminal
 */
export async function miri({ all, onOutput, silent = false }) {
  const env = {
    // The tests read the environment.
    MIRIFLAGS: "-Zmiri-disable-isolation",
    HPACK_MIRI: all ? "all" : "",
  };
  let worst = 0;
  for (const suite of SUITES) {
    const args = ["+nightly", "miri", "test", "--locked", ...suite];
    worst = Math.max(worst, await run("cargo", args, { cwd: CRATE, env, silent, ...(onOutput && { onOutput }) }));
  }
  return worst;
}
