/**
 * `npm run types`: writes the types of the values that Rust passes to the page; with `--check`, fails if they are not up
 * to date.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CRATE, TOP, WEB } from "./lib/paths.mjs";
import { Advice, main, must, withFolder } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

const GENERATED = path.join(WEB, "src", "engine", "generated.ts");

await main(async () => {
  await ensureRust();
  await withFolder(async (folder) => {
    const file = path.join(folder, "generated.ts");
    const crate = ["-p", "hpack-inspector-captures", "--features", "typescript", "--lib"];
    const test = ["--ignored", "--exact", "typescript::write_types"];
    const args = ["test", "--profile", "dev", "--locked", "--quiet", ...crate, "--", ...test];
    await must("cargo", args, { cwd: CRATE, env: { HPACK_TYPES: file }, quiet: true });
    const input = rewordComments(await readFile(file, "utf8"));
    const format = ["format", "--stdin-file-path", GENERATED];
    const text = execFileSync("biome", format, { cwd: TOP, encoding: "utf8", input });
    if (!process.argv.includes("--check")) await writeFile(GENERATED, text);
    else if ((await readFile(GENERATED, "utf8")) !== text) {
      throw new Advice("web/src/engine/generated.ts is not what the Rust structs say: npm run types writes it.");
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
