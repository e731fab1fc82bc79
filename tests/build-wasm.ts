/** Builds the WebAssembly packages before the tests that were asked for, if any of these can reach one. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { ensureWasm } from "../scripts/lib/build.mjs";
import { IS_SHIPPED_TESTED } from "../scripts/lib/paths.mjs";

const IMPORT = /\b(?:import|export)\s(?!type\b)[^;"]*?from\s*"([^"]+)"|\b(?:import\s*\(?|new URL\()\s*"([^"]+)"/g;

/** Whether a package is imported by these files, or by what they import. */
function reachPackage(files: string[]): boolean {
  const seen = new Set(files);
  for (const file of seen) {
    for (const [, from, other] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const name = from ?? other ?? "";
      if (name.startsWith("@wasm")) return true;
      const at = path.join(path.dirname(file), name);
      const source =
        name.startsWith(".") && [at, `${at}.ts`, `${at}.tsx`].find((at) => /\.tsx?$/.test(at) && existsSync(at));
      if (source) seen.add(source);
    }
  }
  return false;
}

export default async function buildPackages(project: TestProject): Promise<void> {
  // Which files were asked for is no part of Vitest's interface: without it, all of the suite's are looked at.
  const { testFiles } = await project.globTestFiles(Reflect.get(project.vitest, "filenamePattern"));
  if (reachPackage(testFiles)) await ensureWasm(IS_SHIPPED_TESTED ? "wasm" : "quick");
}
