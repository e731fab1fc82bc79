/**
 * `npm run notices`: writes public/third-party-notices.txt, the licences of everything that the page, the program and the
 * npm package contain; with `--check`, fails if it is not up to date. Fails on a licence that is not allowed here.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CRATE, TOP } from "./lib/paths.mjs";
import { Advice, main, must } from "./lib/run.mjs";

/** @typedef {{ name: string, version: string, license: string, folder: string }} Package */

const FILE = path.join(TOP, "public", "third-party-notices.txt");

/** Licences, as SPDX names them, that ask for no more than this notice. The first ones are preferred. */
const ALLOWED = "MIT Zlib 0BSD CC0-1.0 ISC BSD-2-Clause BSD-3-Clause Unicode-3.0 BSL-1.0 Apache-2.0".split(" ");

/** What is compiled into the program with all features, and into WebAssembly, for any system. */
const RUST = ["hpack-inspect --features view,parquet", "hpack-inspector-captures", "hpack-inspector-explain"];

/** @returns {Promise<Package[]>} */
async function rustPackages() {
  const quiet = { cwd: CRATE, quiet: true };
  const metadata = await must("cargo", ["metadata", "--locked", "--all-features", "--format-version", "1"], quiet);
  // Cargo may say before it that it waits for another one.
  const { packages } = JSON.parse(metadata.slice(metadata.indexOf("{")));
  const used = new Set();
  for (const crate of RUST) {
    const tree = ["tree", "--locked", "--edges", "normal", "--target", "all", "--prefix", "none", "--package"];
    const lines = await must("cargo", [...tree, ...crate.split(" "), "--format", "{p}"], quiet);
    for (const line of lines.split("\n")) used.add(/^\S+ v[^ ]+/.exec(line)?.[0]);
  }
  /** @type {(Package & { source: string | null, manifest_path: string })[]} */
  const others = packages.filter((/** @type {{ source: string | null }} */ { source }) => source !== null);
  return others
    .filter(({ name, version }) => used.has(`${name} v${version}`))
    .map((one) => ({ ...one, folder: path.dirname(one.manifest_path) }));
}

/** What the page's script can contain. @returns {Promise<Package[]>} */
async function pagePackages() {
  const list = await must("npm", ["ls", "--omit=dev", "--all", "--parseable"], { quiet: true });
  const folders = [...new Set(list.trim().split("\n"))].filter((folder) => folder.includes("node_modules"));
  return Promise.all(
    folders.map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
      return { name, version, license: license ?? "none", folder };
    }),
  );
}

/** The licences that apply: of alternatives the most preferred one. @param {Package} of */
function chosen({ name, license }) {
  const parts = license.replaceAll("/", " OR ").replaceAll(/[()]/g, "").split(" AND ");
  return parts.map((part) => {
    const choice = ALLOWED.find((allowed) => part.split(" OR ").includes(allowed));
    if (choice === undefined) throw new Advice(`The licence of ${name} is ${license}, which is not allowed.`);
    return choice;
  });
}

/** The text of a package's licence; empty if it has no file of it. @param {Package} of @param {string[]} licences */
async function textOf({ folder }, licences) {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name)).sort();
  const wanted = names.filter((name) =>
    licences.some((licence) => name.toUpperCase().includes(licence.slice(0, 3).toUpperCase())),
  );
  const texts = (wanted.length > 0 ? wanted : names).map((name) => readFile(path.join(folder, name), "utf8"));
  return (await Promise.all(texts)).map((text) => text.replaceAll("\r", "").trim()).join("\n\n");
}

await main(async () => {
  /** @type {Map<string, string[]>} packages of each text */
  const groups = new Map();
  for (const one of [...(await rustPackages()), ...(await pagePackages())]) {
    const licences = chosen(one);
    const text = (await textOf(one, licences)) || `${licences.join(" and ")}; the package has no text of it.`;
    groups.set(text, [...(groups.get(text) ?? []), `${one.name} ${one.version} (${one.license})`]);
  }
  const parts = Array.from(groups, ([text, names]) => `${names.sort().join("\n")}\n\n${text}\n`).sort();
  const head = "The HPACK Inspector's page, program and npm package contain parts of the following packages.\n";
  const whole = [head, ...parts].join(`\n${"=".repeat(80)}\n\n`);
  if (!process.argv.includes("--check")) await writeFile(FILE, whole);
  else if ((await readFile(FILE, "utf8").catch(() => "")) !== whole)
    throw new Advice("public/third-party-notices.txt is not what the lock files say: npm run notices writes it.");
});
