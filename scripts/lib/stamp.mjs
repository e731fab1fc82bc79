/**
 * A build is done again only when what it is made from has changed. A stamp is the digest of everything that goes in;
 * it is written when the build has succeeded, so that one that was broken off is done again.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { TOOLS } from "./paths.mjs";

/** Folders that hold what is made. */
export const MADE = ["target", "pkg", "pkg-captures", "node_modules"];
/** Folders that hold what is made, or what is only tested with. */
const NOT_BUILT_FROM = [...MADE, "tests", "benches", "fuzz", "peers"];

/**
 * @param {string} place a file or a folder
 * @param {string[]} passedOver names of folders
 * @returns {Promise<string[]>}
 */
async function filesBelow(place, passedOver) {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => null);
  if (entries === null) return existsSync(place) ? [place] : [];
  const lists = entries.map((entry) => {
    const inner = path.join(place, entry.name);
    if (!entry.isDirectory()) return [inner];
    return passedOver.includes(entry.name) ? [] : filesBelow(inner, passedOver);
  });
  return (await Promise.all(lists)).flat().sort();
}

/**
 * The digest of files' names and contents, and of whatever else decides what is built.
 * @param {string[]} places files and folders
 * @param {string[]} others versions and options
 * @param {string[]} [passedOver] names of folders that do not matter
 */
export async function digest(places, others, passedOver = NOT_BUILT_FROM) {
  const hash = createHash("sha256");
  for (const other of others) hash.update(`${other}\0`);
  for (const place of places) {
    for (const file of await filesBelow(place, passedOver)) {
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
 * @param {string[]} products files that are there when the build is done
 * @param {() => Promise<void>} build
 */
export async function unlessDone(name, stamp, products, build) {
  const file = path.join(TOOLS, "stamps", name);
  const last = await readFile(file, "utf8").catch(() => "");
  if (last === stamp && products.every((product) => existsSync(product))) return;
  await rm(file, { force: true });
  await build();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, stamp);
}

/** @param {string} suite */
const passFile = (suite) => path.join(TOOLS, "passed", `${suite}.json`);

/**
 * What a suite counted when it passed with these very inputs; null where it has not.
 * @param {string} suite
 * @param {string} stamp the digest of what goes in
 * @returns {Promise<import("./count.mjs").Count | null>}
 */
export async function lastPass(suite, stamp) {
  const last = await readFile(passFile(suite), "utf8").catch(() => null);
  const { stamp: before, count } = last === null ? {} : JSON.parse(last);
  return before === stamp ? count : null;
}

/**
 * @param {string} suite
 * @param {string} stamp
 * @param {import("./count.mjs").Count} count with failures, or without a test that passed, what was known is forgotten
 */
export async function noteResult(suite, stamp, count) {
  await rm(passFile(suite), { force: true });
  if (count.failed > 0 || count.passed === 0) return;
  await mkdir(path.dirname(passFile(suite)), { recursive: true });
  await writeFile(passFile(suite), JSON.stringify({ stamp, count }));
}
