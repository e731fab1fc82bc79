/**
 * `npm run lab instructions`: instructions a field of `Decoder::decode`, counted by callgrind. Fails above the bound:
 * the loop over a block is fast only while the compiler inlines the caller's closure into it, and times on a busy machine
 * are too uncertain to show that. `npm run check` runs it with `--optional`, which passes if valgrind is missing.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { CRATE } from "../scripts/lib/paths.mjs";
import { Advice, main, must, outputOf, which } from "../scripts/lib/run.mjs";

/** Most instructions a field, by the encoder of the stories: with Huffman codes and without. */
const BOUNDS = { nghttp2: 220, "haskell-http2-naive": 105 };

const BUILD = ["build", "--locked", "--release", "-p", "testing", "--example", "instructions"];
const PROGRAM = path.join(CRATE, "target", "release", "examples", "instructions");
const CALLGRIND = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];

await main(async () => {
  const { values } = parseArgs({ options: { optional: { type: "boolean" } } });
  // The bounds are for this architecture.
  if (process.arch !== "x64" || which("valgrind") === null) {
    const missing = "Instructions are not counted: that takes valgrind, on x86-64.";
    if (values.optional) return console.log(missing);
    throw new Advice(missing);
  }
  await must("cargo", BUILD, { cwd: CRATE });
  for (const [stories, bound] of Object.entries(BOUNDS)) {
    const args = [...CALLGRIND, "--toggle-collect=instructions::decode_stories", PROGRAM, stories];
    const output = (await outputOf("valgrind", args)) ?? "";
    const [collected, fields] = [/Collected : (\d+)/, /^(\d+)$/m].map((found) => Number(found.exec(output)?.[1]));
    const count = (collected ?? Number.NaN) / (fields ?? Number.NaN);
    console.log(`${stories}: ${count.toFixed(1)} instructions a field, at most ${bound}`);
    if (!(count <= bound)) throw new Advice(`Decoding ${stories} takes more instructions than it may.`);
  }
});
