/** The page's WebAssembly packages, built elsewhere. */
import { cp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { remember } from "./cache.mjs";
import { PKG, PKG_CAPTURES } from "./paths.mjs";
import { Advice, must, withFolder } from "./run.mjs";

/**
 * Puts packages in the place of built ones, which `npm start` then builds again.
 * @param {string} from a folder that has them, as another checkout's `crate/wasm`, or the address of a release's packages.tgz
 */
export async function takePackages(from, into = path.dirname(PKG)) {
  const names = [PKG, PKG_CAPTURES].map((folder) => path.basename(folder));
  const copy = async (/** @type {string} */ folder) => {
    for (const name of names) {
      await rm(path.join(into, name), { recursive: true, force: true });
      await cp(path.join(folder, name), path.join(into, name), { recursive: true });
    }
  };
  await remember("wasm", "", null);
  if (!/^https?:/.test(from)) return copy(path.resolve(from));
  await withFolder(async (folder) => {
    const answer = await fetch(from);
    if (!answer.ok) throw new Advice(`${from} answers ${answer.status} ${answer.statusText}.`);
    const archive = path.join(folder, "packages.tgz");
    await writeFile(archive, new Uint8Array(await answer.arrayBuffer()));
    await must("tar", ["-xzf", archive, "-C", folder]);
    await copy(folder);
  });
}
