/**
 * `npm run lab miri`: the tests of unsafe code in Miri, an interpreter of Rust that finds undefined behaviour, in some
 * minutes; `npm run lab miri -- --small` runs the small part that `npm run check` runs, if Miri is installed.
 */
import { parseArgs } from "node:util";
import { CRATE } from "../scripts/lib/paths.mjs";
import { Advice, announce, main, outputOf, run } from "../scripts/lib/run.mjs";

/** The suites that use unsafe code: the loop that decodes blocks, Huffman codes both ways, integers and hex digits. */
const SUITES = [
  ["-p", "hpack-core", "--lib", "--", "huffman::encode::"],
  ["-p", "hpack-core", "--test", "all", "--", "decoder::fields::", "--skip=both_forms", "--skip=linear_time"],
  ["-p", "hpack-engines", "--lib", "--", "huffman::tests::", "integer::tests::"],
  ["-p", "hpack-inspect-input", "--lib", "--", "hex::tests::"],
];

await main(async () => {
  const { values } = parseArgs({ options: { small: { type: "boolean" } } });
  if ((await outputOf("cargo", ["+nightly", "miri", "--version"])) === null) {
    const missing = "Miri is missing: `rustup toolchain install nightly --component miri,rust-src` installs it.";
    if (values.small) return console.log(missing);
    throw new Advice(missing);
  }
  announce("Miri");
  let isClean = true;
  for (const suite of SUITES) {
    const { status } = await run("cargo", ["+nightly", "miri", "test", "--locked", ...suite], {
      cwd: CRATE,
      // The tests read the environment.
      env: { MIRIFLAGS: "-Zmiri-disable-isolation", HPACK_MIRI: values.small ? "" : "all" },
    });
    isClean &&= status === 0;
  }
  if (!isClean) throw new Advice("Miri found something: see above.");
});
