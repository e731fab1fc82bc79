/**
 * `npm run lab trust`: tries to get wrong answers and unbounded work, and writes the results to docs/trust.md; `--only PART`
 * runs one part. `differential` gives ten million cases to our decoder and to others; `--cases 100000` tries
 * fewer, `--seed 7` others, and neither is written down. `bounds` gives inputs that ask for too much, in three sizes, to
 * the command line and to the page; `--input NAME` tries one of them and only prints it. `fuzz` runs every fuzz target
 * with the address sanitizer for `--seconds` each (1800), `--target NAME` one of them; it needs cargo-fuzz. `mutants`
 * makes one mistake at a time in the decoder and the frame codec, for hours, to see whether a test fails; it needs
 * cargo-mutants. `--file decoder` tries only files with that in their path.
 */
import { parseArgs } from "node:util";
import { main } from "../scripts/lib/run.mjs";
import { ensureRust } from "../scripts/lib/rust.mjs";
import { chosenParts } from "./lib/parts.mjs";
import { tryBounds } from "./trust/bounds.mjs";
import { compareDecoders } from "./trust/differential.mjs";
import { fuzz } from "./trust/fuzz.mjs";
import { tryMutants } from "./trust/mutants.mjs";

await main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      cases: { type: "string" },
      seed: { type: "string", default: "1" },
      input: { type: "string" },
      seconds: { type: "string", default: "1800" },
      target: { type: "string" },
      file: { type: "string", default: "" },
    },
  });
  /** @type {Record<string, () => Promise<void>>} */
  const parts = {
    differential: () => compareDecoders(values),
    bounds: () => tryBounds(values),
    fuzz: () => fuzz(values),
    mutants: () => tryMutants(values),
  };
  const chosen = chosenParts(parts, values.only);
  await ensureRust();
  for (const [, part] of chosen) await part();
});
