/**
 * `node scripts/never-wrong.mjs`: header blocks printed in every format in which people paste them, whole and damaged, a
 * million texts; prints how many of each format and of each damage were tried, and how many were read wrong without a
 * word. `--texts 100000` tries fewer, `--seed 7` others, `--examples` prints texts that were read wrong as well.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { CRATE } from "./lib/paths.mjs";
import { Advice, main, run } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

const TEXTS = "1000000";
const EXAMPLES = "Silently wrong, by damage and format:";

await main(async () => {
  const options = /** @type {const} */ ({
    texts: { type: "string", default: TEXTS },
    seed: { type: "string", default: "1" },
    examples: { type: "boolean", default: false },
  });
  const { values } = parseArgs({ options });
  await ensureRust();
  const folder = mkdtempSync(path.join(os.tmpdir(), "never-wrong-"));
  try {
    const file = path.join(folder, "report.txt");
    const env = {
      NEVER_WRONG_TEXTS: values.texts,
      NEVER_WRONG_SEED: values.seed,
      NEVER_WRONG_REPORT: file,
    };
    const args = ["test", "--locked", "--release", "-p", "input", "--test", "never_wrong"];
    const status = await run("cargo", args, { cwd: CRATE, env });
    if (status !== 0) throw new Advice("The texts could not be tried.");
    const [tables = "", examples = ""] = readFileSync(file, "utf8").split(EXAMPLES);
    process.stdout.write(tables);
    if (values.examples) process.stdout.write(`${EXAMPLES}${examples}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
