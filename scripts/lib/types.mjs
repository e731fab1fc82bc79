/** The types of what crosses from WebAssembly to the page, as the Rust structs have them. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { CRATE, TOP, WEB } from "./paths.mjs";
import { must, which } from "./run.mjs";
import { ensureRust } from "./rust.mjs";

/** The file in which they stand. */
export const GENERATED = path.join(WEB, "src", "engine", "generated.ts");

/** What should stand in it. */
export async function generatedTypes() {
  await ensureRust();
  const folder = await mkdtemp(path.join(os.tmpdir(), "hpack-types-"));
  try {
    const file = path.join(folder, "generated.ts");
    const crate = ["-p", "hpack-inspector-captures", "--features", "typescript", "--lib"];
    const test = ["--ignored", "--exact", "typescript::write_types"];
    await must("cargo", ["test", "--profile", "dev", "--locked", "--quiet", ...crate, "--", ...test], {
      cwd: CRATE,
      env: { HPACK_TYPES: file },
    });
    return formatted(forThePage(await readFile(file, "utf8")));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Comments are written for Rust.
 * @param {string} text
 */
function forThePage(text) {
  return text
    .replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, "/** $1 */")
    .replaceAll("`None`", "null")
    .replace(/\[(`[^`]*`)\](?:\([^)]*\))?/g, "$1")
    .replace(/`(?:\w+::)+(\w+)`/g, "`$1`");
}

/** @param {string} text */
function formatted(text) {
  const args = ["format", "--stdin-file-path", GENERATED];
  return execFileSync(which("biome") ?? "biome", args, { cwd: TOP, encoding: "utf8", input: text });
}
