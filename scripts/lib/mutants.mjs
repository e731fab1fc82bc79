/**
 * Mutation testing: cargo-mutants changes one place of the sources at a time, and a test has to fail. Changes that no
 * test can notice stand in crate/mutants.json, each group with its reason.
 *
 * It works in a copy, so that the checkout never holds a change, and file by file: what came of each file is kept in
 * crate/mutants-tried.json, so that a run that was broken off goes on where it was, wherever. A file is tried again when
 * it has changed, or when a change to it was not noticed and has no reason yet.
 */
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { table } from "./document.mjs";
import { CRATE, TOOLS, TOP } from "./paths.mjs";
import { Advice, announce, outputOf, run, which } from "./run.mjs";
import { digest, MADE } from "./stamp.mjs";

/** What is changed: sources of these packages, whose own tests have to notice. */
const SOURCES = [
  { name: "hpack-core", within: "hpack/src/" },
  { name: "http2", within: "http2/src/frame/" },
];

/** In these files a test of hpack-engines may notice, too: it has the suite of all Huffman and integer decoders. */
const ENGINES = /^hpack\/src\/(huffman|integer)\//;

const FOLDER = path.join(TOOLS, "mutants");
const COPY = path.join(FOLDER, "crate");
const REASONS = path.join(CRATE, "mutants.json");
const KEPT = path.join(CRATE, "mutants-tried.json");

/** Exit statuses of cargo-mutants: all were caught, some were missed, some took too long. */
const TRIED = [0, 2, 3];

const ENV = { CARGO_TARGET_DIR: path.join(FOLDER, "target"), PROPTEST_MAX_SHRINK_ITERS: "0" };

/** @typedef {{ why: string, mutants: string[] }} Reason */
/** @typedef {{ caught: number, timeout: number, unviable: number, missed: string[] }} Outcome */
/** @typedef {Record<string, Outcome & { stamp: string }>} Kept what came of files, by their paths */
/** @typedef {{ name: string, files: number, made: number, outcomes: Outcome[] }} Tried what came of a package */

/**
 * Tries the mutants of every file, or of those whose path holds `only`, and says what came of all files tried so far.
 * @param {string} only
 * @returns {Promise<{ text: string, unexplained: string[] }>}
 */
export async function mutants(only) {
  if (which("cargo-mutants") === null) {
    throw new Advice("cargo-mutants is missing: `cargo install cargo-mutants` brings it.");
  }
  const reasons = /** @type {Reason[]} */ (JSON.parse(await readFile(REASONS, "utf8")));
  await copied();
  /** @type {Tried[]} */
  const all = [];
  for (const { name, within } of SOURCES) {
    const listed = await outputOf("cargo", ["mutants", "--list", "--json", "-p", name], { cwd: COPY, env: ENV });
    const made = /** @type {{ file: string }[]} */ (JSON.parse(listed ?? "[]"));
    const list = made.filter(({ file }) => file.startsWith(within));
    const files = [...new Set(list.map(({ file }) => file))];
    /** @type {Tried} */
    const tried = { name, files: files.length, made: list.length, outcomes: [] };
    for (const file of files) {
      const outcome = await ofFile(name, file, file.includes(only), reasons);
      if (outcome !== null) tried.outcomes.push(outcome);
    }
    all.push(tried);
  }
  return reported(all, reasons);
}

/** The sources and what tests read, beside each other as in the checkout. */
async function copied() {
  await mkdir(FOLDER, { recursive: true });
  await rm(COPY, { recursive: true, force: true });
  const filter = (/** @type {string} */ source) => !MADE.includes(path.basename(source));
  // With times of their own, so that nothing that was built of a mutant passes for new.
  await cp(CRATE, COPY, { recursive: true, filter });
  for (const name of ["node_modules", "tests", "public"]) {
    await rm(path.join(FOLDER, name), { force: true });
    await symlink(path.join(TOP, name), path.join(FOLDER, name));
  }
}

/**
 * What came of the mutants of one file; `null` where they have not been tried.
 * @param {string} name @param {string} file @param {boolean} wanted @param {Reason[]} reasons
 * @returns {Promise<Outcome | null>}
 */
async function ofFile(name, file, wanted, reasons) {
  const stamp = await digest([path.join(CRATE, file)], []);
  const kept = /** @type {Kept} */ (JSON.parse(await readFile(KEPT, "utf8")));
  const last = kept[file]?.stamp === stamp ? kept[file] : null;
  const open = last === null ? [] : unexplained(last.missed, reasons);
  if (!wanted || (last !== null && open.length === 0)) return last;
  announce(`Mutants of ${file}`);
  const found = await tried(name, file, open);
  const outcome = last === null ? found : again(last, open, found.missed);
  const all = Object.entries({ ...kept, [file]: { stamp, ...outcome } }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  await writeFile(KEPT, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  return outcome;
}

/**
 * What came of a file of which the mutants in `open` were tried once more, and those in `missed` survived again.
 * @param {Outcome} last @param {string[]} open @param {string[]} missed
 * @returns {Outcome}
 */
export function again(last, open, missed) {
  const tried = new Set(open);
  const others = last.missed.filter((name) => !tried.has(name));
  const before = last.missed.length - others.length;
  return { ...last, caught: last.caught + before - missed.length, missed: [...others, ...missed] };
}

/**
 * Tries the mutants of a file, or those of them that have the names in `only`.
 * @param {string} name @param {string} file @param {string[]} only
 * @returns {Promise<Outcome>}
 */
async function tried(name, file, only) {
  const out = path.join(FOLDER, "out");
  await rm(out, { recursive: true, force: true });
  const tests = ENGINES.test(file) ? `${name},hpack-engines` : name;
  const patterns = only.flatMap((mutant) => ["--re", `${escaped(mutant.slice(file.length + 2))}$`]);
  const args = [
    ["mutants", "--in-place", "--no-shuffle", "--output", out, "-p", name, "--test-package", tests, "-f", file],
    ["--minimum-test-timeout", "12", "--timeout-multiplier", "3", ...patterns],
  ].flat();
  const status = await run("cargo", args, { cwd: COPY, env: ENV });
  if (!TRIED.includes(status)) {
    throw new Advice(`The mutants of ${file} were not all tried, or the tests fail without any.`);
  }
  const outcomes = JSON.parse(await readFile(path.join(out, "mutants.out/outcomes.json"), "utf8"));
  const { caught, timeout, unviable } = outcomes;
  const missed = /** @type {{ summary: string, scenario: { Mutant: { name: string } } }[]} */ (outcomes.outcomes)
    .filter(({ summary }) => summary === "MissedMutant")
    .map(({ scenario }) => withoutLine(scenario.Mutant.name));
  return { caught, timeout, unviable, missed };
}

/** @param {string} text */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A mutant by its file and what is changed, since lines move. @param {string} name */
export const withoutLine = (name) => name.replace(/:\d+:\d+:/, ":");

/**
 * The mutants in `missed` that no reason names as often.
 * @param {string[]} missed @param {Reason[]} reasons
 */
export function unexplained(missed, reasons) {
  const named = reasons.flatMap((reason) => reason.mutants);
  return missed.filter((name) => {
    const at = named.indexOf(name);
    if (at >= 0) named.splice(at, 1);
    return at < 0;
  });
}

/** @param {Tried[]} all @param {Reason[]} reasons */
export function reported(all, reasons) {
  const rows = all.map(({ name, files, made, outcomes }) => {
    const sum = (/** @type {(outcome: Outcome) => number} */ count) =>
      outcomes.reduce((total, outcome) => total + count(outcome), 0);
    const counts = [
      sum((one) => one.caught),
      sum((one) => one.timeout),
      sum((one) => one.unviable),
      sum((one) => one.missed.length),
    ];
    const tried = counts.reduce((total, count) => total + count, 0);
    const figures = [made, tried, ...counts].map((count) => count.toLocaleString("en"));
    return [name, `${outcomes.length} of ${files}`, ...figures];
  });
  const missed = all.flatMap(({ outcomes }) => outcomes.flatMap((outcome) => outcome.missed));
  const open = unexplained(missed, reasons);
  const explained = reasons
    .map(({ why, mutants: names }) => [names.filter((name) => missed.includes(name)), why])
    .filter(([names]) => names?.length !== 0)
    .map(([names, why]) => [
      /** @type {string[]} */ (names).map((name) => `\`${name.replaceAll("|", "\\|")}\``).join("<br>"),
      String(why),
    ]);
  const heads = ["crate", "files tried", "mutants", "tried", "caught", "timed out", "not compiled", "survived"];
  const without = open.length === 0 ? [] : [open.map((name) => `- \`${name}\``).join("\n")];
  const text = [
    "One change at a time to the decoder's sources and the frame codec's, such as `<` for `<=`, and whether a test of the crate fails (for Huffman and integer coding also one of hpack-engines, which has the suite that all decoders share). What timed out ended in an endless loop.",
    table(heads, rows),
    `Survivors without a reason: **${open.length}**.`,
    ...without,
    "Those that no test can notice, each with the reason:",
    table(["mutant", "why"], explained, 2),
  ];
  return { text: text.join("\n\n"), unexplained: open };
}
