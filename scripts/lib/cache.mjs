/** Builds and test suites are repeated only if their inputs have changed since they succeeded. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { TOOLS, TOP } from "./paths.mjs";

const OUTPUTS = [
  ...["target", "pkg", "pkg-captures", "pkg-quick", "pkg-captures-quick", "pkg-codec", "pkg-explain"],
  ...["dist", "page", "node_modules"],
];

/** @param {string} place a file or a folder @param {string[]} skipped names of folders @returns {string[]} */
function listFiles(place, skipped) {
  if (!statSync(place).isDirectory()) return [place];
  const entries = readdirSync(place, { withFileTypes: true }).filter(({ name }) => !skipped.includes(name));
  return entries
    .flatMap((entry) => {
      const inner = path.join(place, entry.name);
      return entry.isDirectory() ? listFiles(inner, skipped) : [inner];
    })
    .sort();
}

/**
 * The digest of the names and contents of files.
 * @param {string[]} places files and folders
 * @param {string[]} others versions and options
 * @param {string[]} [skipped] names of folders to ignore besides the outputs'
 */
export function digest(places, others, skipped = []) {
  const hash = createHash("sha256");
  for (const other of others) hash.update(`${other}\0`);
  for (const file of places.flatMap((place) => listFiles(path.join(TOP, place), [...OUTPUTS, ...skipped]))) {
    const content = readFileSync(file);
    // Relative: a checkout that is moved or copied keeps its results.
    hash.update(`${path.relative(TOP, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @param {string} name */
const noteOf = (name) => path.join(TOOLS, "done", `${name}.json`);

/**
 * The result of the work if it last succeeded with these inputs, otherwise null.
 * @param {string} name @param {string} inputs their digest
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
