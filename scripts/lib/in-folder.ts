import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { withFolder } from "./run.mjs";

/** Returns what `use` returns for a folder with these files, which is removed afterwards. */
export function inFolder<T>(files: Record<string, string>, use: (folder: string) => T | Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    return use(folder);
  });
}
