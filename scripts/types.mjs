/**
 * `npm run types`: writes the types of the values that Rust passes to the page, and the lists that the page shows before
 * it asks; with `--check`, fails if they are not up to date.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CRATE, TOP, WEB } from "./lib/paths.mjs";
import { Advice, main, must, withFolder } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

const ENGINE = path.join(WEB, "src", "engine");

await main(async () => {
  await ensureRust();
  await withFolder(async (folder) => {
    const types = path.join(folder, "generated.ts");
    const stages = path.join(folder, "benchmark-stages.json");
    const crate = ["-p", "hpack-inspector-captures", "--features", "typescript", "--lib"];
    const args = ["test", "--profile", "dev", "--locked", "--quiet", ...crate, "--", "--ignored", "typescript::write_"];
    await must("cargo", args, { cwd: CRATE, env: { HPACK_TYPES: types, HPACK_STAGES: stages }, quiet: true });
    for (const file of [types, stages]) {
      const made = path.join(ENGINE, path.basename(file));
      const input = rewordComments(await readFile(file, "utf8"));
      const format = ["format", "--stdin-file-path", made];
      const text = execFileSync("biome", format, { cwd: TOP, encoding: "utf8", input });
      if (!process.argv.includes("--check")) await writeFile(made, text);
      else if ((await readFile(made, "utf8")) !== text) {
        throw new Advice(`${path.relative(TOP, made)} is not what Rust says: npm run types writes it.`);
      }
    }
  });
});

/** Comments are written for Rust. @param {string} text */
function rewordComments(text) {
  return text
    .replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, "/** $1 */")
    .replaceAll("`None`", "null")
    .replace(/\[(`[^`]*`)\](?:\([^)]*\))?/g, "$1")
    .replace(/`(?:\w+::)+(\w+)`/g, "`$1`");
}
