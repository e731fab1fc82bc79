/** `npm run build:program`: the command-line program with the page in it. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ensureSingle } from "./lib/build.mjs";
import { CRATE, DIST_SINGLE, SINGLE } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";

await main(async () => {
  await ensureSingle();
  const folder = path.join(CRATE, "cli", "page");
  await mkdir(folder, { recursive: true });
  const page = await readFile(path.join(DIST_SINGLE, SINGLE));
  await writeFile(path.join(folder, `${SINGLE}.gz`), gzipSync(page, { level: 9 }));
  const options = process.argv.slice(2);
  await must("cargo", ["build", "--locked", "-p", "hpack-inspect", "--features", "view", ...options], { cwd: CRATE });
});
