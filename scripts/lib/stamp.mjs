/**
 * A build is done again only when what it is made from has changed. A stamp is the digest of everything that goes in;
 * it is written when the build has succeeded, so that one that was broken off is done again.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { TOOLS } from "./paths.mjs";

/** Folders that hold what is made, or what is only tested with. */
const PASSED_OVER = new Set(["target", "pkg", "pkg-captures", "node_modules", "tests", "benches", "fuzz", "peers"]);

/**
 * @param {string} place a file or a folder
 * @returns {Promise<string[]>}
 */
async function filesBelow(place) {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => null);
  if (entries === null) return existsSync(place) ? [place] : [];
  const lists = entries.map((entry) => {
    const inner = path.join(place, entry.name);
    if (!entry.isDirectory()) return [inner];
    return PASSED_OVER.has(entry.name) ? [] : filesBelow(inner);
  });
  return (await Promise.all(lists)).flat().sort();
}

/**
 * The digest of files' names and contents, and of whatever else decides what is built.
 * @param {string[]} places files and folders
 * @param {string[]} others versions and options
 */
export async function digest(places, others) {
  const hash = createHash("sha256");
  for (const other of others) hash.update(`${other}\0`);
  for (const place of places) {
    for (const file of await filesBelow(place)) {
      const content = await readFile(file);
      hash.update(`${path.relative(TOOLS, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * Builds unless the stamp says that it is done.
 * @param {string} name
 * @param {string} stamp the digest of what goes in
 * @param {string} product a file that is there when the build is done
 * @param {() => Promise<void>} build
 */
export async function unlessDone(name, stamp, product, build) {
  const file = path.join(TOOLS, "stamps", name);
  const last = await readFile(file, "utf8").catch(() => "");
  if (last === stamp && existsSync(product)) return;
  await rm(file, { force: true });
  await build();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, stamp);
}
