import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Returns what `use` returns for a folder with these files, which is removed afterwards. */
export function inFolder<T>(files: Record<string, string>, use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hpack-inspector-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
