/** Builds and test suites are repeated only if their inputs have changed since they succeeded. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { TOOLS, TOP } from "./paths.mjs";

const OUTPUTS = ["target", "pkg", "pkg-captures", "node_modules"];

/**
 * @param {string} place a file or a folder
 * @param {string[]} skipped names of folders
 * @returns {Promise<string[]>}
 */
async function listFiles(place, skipped) {
  const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOTDIR") return null;
    throw error;
  });
  if (entries === null) return [place];
  const kept = entries.filter((entry) => !skipped.includes(entry.name));
  const lists = kept.map(async (entry) => {
    const inner = path.join(place, entry.name);
    return entry.isDirectory() ? listFiles(inner, skipped) : [inner];
  });
  return (await Promise.all(lists)).flat().sort();
}

/**
 * The digest of the names and contents of files.
 * @param {string[]} places files and folders
 * @param {string[]} others versions and options
 * @param {string[]} [skipped] names of folders that don't matter, other than those of outputs
 */
export async function digest(places, others, skipped = []) {
  const hash = createHash("sha256");
  for (const other of others) hash.update(`${other}\0`);
  for (const place of places) {
    for (const file of await listFiles(path.join(TOP, place), [...OUTPUTS, ...skipped])) {
      const content = await readFile(file);
      // Relative: a checkout that is moved or copied keeps its results.
      hash.update(`${path.relative(TOP, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/** @param {string} name */
const noteOf = (name) => path.join(TOOLS, "done", `${name}.json`);

/**
 * The result of the work if it last succeeded with these inputs, otherwise null.
 * @param {string} name
 * @param {string} inputs their digest
 */
export async function recall(name, inputs) {
  const note = JSON.parse(await readFile(noteOf(name), "utf8").catch(() => "{}"));
  return note.inputs === inputs ? note.result : null;
}

/**
 * @param {string} name
 * @param {string} inputs their digest
 * @param {unknown} result null if the work has not succeeded, or not yet
 */
export async function remember(name, inputs, result) {
  if (result === null) return rm(noteOf(name), { force: true });
  await mkdir(path.dirname(noteOf(name)), { recursive: true });
  await writeFile(noteOf(name), JSON.stringify({ inputs, result }));
}
