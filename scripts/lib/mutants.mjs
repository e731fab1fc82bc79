/**
 * Mutation testing: cargo-mutants changes one place of the sources at a time, and a test has to fail. Changes that no
 * test can notice stand in crate/mutants.json, each group with its reason.
 *
 * It works in a copy, so that the checkout never holds a change, and file by file: what came of each file is kept in
 * crate/mutants-tried.json, so that a run that was broken off goes on where it was, wherever. A file is tried again when
 * it has changed, or when a change to it was not noticed and has no reason yet.
 *
 * Most changes are noticed by a quick test beside them, and to build the others takes longer than to run them. So all
 * are tried with those and few cases first, and only those that survive with every test.
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

/** In these files a test of hpack-engines may notice, too: it has the suites that all engines share. */
const ENGINES = /^hpack\/src\/(huffman|integer|static_table)\//;

const FOLDER = path.join(TOOLS, "mutants");
const COPY = path.join(FOLDER, "crate");
const REASONS = path.join(CRATE, "mutants.json");
const KEPT = path.join(CRATE, "mutants-tried.json");

/** Exit statuses of cargo-mutants: all were caught, some were missed, some took too long. */
const TRIED = [0, 2, 3];

const ENV = { CARGO_TARGET_DIR: path.join(FOLDER, "target"), PROPTEST_MAX_SHRINK_ITERS: "0" };

/** Tests that take minutes without optimisation: a million inputs, or all stories or codes with every decoder. */
const SLOW = [
  ...["stories_of_the_npm_package", "a_million_strings", "long_code_anywhere"],
  ...["pair_of_codes", "code_at_every_offset", "truncated_codes", "every_ending", "repeated_codes"],
].map((name) => `--skip=${name}`);

/** Tests that take seconds, which are left out at first. */
const LATER = ["equals_deque", "every_two_bytes", "at_every_byte"].map((name) => `--skip=${name}`);

/**
 * Which tests are built, those that are skipped, and what the others may take of a processor in seconds: beyond it they
 * are in an endless loop. The clock would say so of any test where a machine is busy.
 * @typedef {object} Pass
 * @property {Record<string, string>} env
 * @property {boolean} engines whether hpack-engines is tested, too
 * @property {(file: string) => string[]} targets
 * @property {string[]} skipped
 * @property {number} seconds
 */

/** Where the tests that notice most of what is changed in a file are not those of the library. */
const NEAREST = [
  { within: /^hpack\/src\/encoder\//, targets: ["--test=encoder"] },
  { within: /^hpack\/src\/(decoder|dynamic_table)/, targets: ["--lib", "--test=decoder"] },
  { within: /^http2\/src\/frame\/rules/, targets: ["--test=frames"] },
];

/** @type {Pass} */
const QUICK = {
  env: { ...ENV, PROPTEST_CASES: "32" },
  engines: true,
  targets: (file) => NEAREST.find(({ within }) => within.test(file))?.targets ?? ["--lib"],
  skipped: [...SLOW, ...LATER],
  seconds: 10,
};

/** @type {Pass} */
const ALONE = { ...QUICK, engines: false };

/** @type {Pass} */
const WHOLE = { env: ENV, engines: true, targets: () => ["--lib", "--tests"], skipped: SLOW, seconds: 90 };

/** How a test ends that has taken its seconds. */
const OUT_OF_TIME = "SIGXCPU";

/** What is only waited for would never take them. */
const PATIENCE = "900";

/** @typedef {{ why: string, mutants: string[] }} Reason */
/** @typedef {{ caught: number, timeout: number, unviable: number, missed: string[] }} Outcome */
/** @typedef {{ summary: string, log_path: string, scenario: { Mutant: { name: string } } }} One as cargo-mutants has it */
/** @typedef {{ outcomes: One[], unviable: number }} Outcomes */
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
  if (!wanted || (last !== null && unexplained(last.missed, reasons).length === 0)) return last;
  announce(`Mutants of ${file}`);
  /** @type {Outcome | null} */
  let outcome = last;
  for (const pass of ENGINES.test(file) ? [ALONE, QUICK, WHOLE] : [QUICK, WHOLE]) {
    const left = outcome === null ? [] : unexplained(outcome.missed, reasons);
    if (outcome !== null && left.length === 0) break;
    const found = await tried(name, file, left, pass);
    outcome = outcome === null ? found : again(outcome, left, found.missed);
    await keep(file, { stamp, ...outcome });
  }
  return outcome;
}

/** @param {string} file @param {Kept[string]} found */
async function keep(file, found) {
  const kept = /** @type {Kept} */ (JSON.parse(await readFile(KEPT, "utf8")));
  const all = Object.entries({ ...kept, [file]: found }).sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(KEPT, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/**
 * What came of a file of which the mutants in `open` were tried once more, and those in `missed` survived again.
 * @param {Outcome} last @param {string[]} open @param {string[]} missed
 * @returns {Outcome}
 */
export function again(last, open, missed) {
  const tried = new Set(open);
  const others = last.missed.filter((name) => !tried.has(name));
  // The pattern of one name may fit the end of another.
  const left = missed.filter((name) => tried.has(name));
  const missedNow = [...others, ...left];
  return { ...last, caught: last.caught + last.missed.length - missedNow.length, missed: missedNow };
}

/** Tests that were seen to pass without a mutant, which takes longer than to try one. @type {Set<string>} */
const passing = new Set();

/**
 * Tries the mutants of a file, or those of them that have the names in `only`.
 * @param {string} name @param {string} file @param {string[]} only @param {Pass} pass
 * @returns {Promise<Outcome>}
 */
async function tried(name, file, only, { env, engines, targets, skipped, seconds }) {
  const out = path.join(FOLDER, "out");
  await rm(out, { recursive: true, force: true });
  const packages = engines && ENGINES.test(file) ? `${name},hpack-engines` : name;
  const runner = ["sh", "-c", `ulimit -t ${seconds}; exec "$@"`, "sh"];
  const limit = `--config=target."cfg(unix)".runner=${JSON.stringify(runner)}`;
  const toAll = [limit, ...targets(file)].map((arg) => `--cargo-arg=${arg}`);
  const chosen = ["--test-package", packages, ...toAll, "--timeout", PATIENCE, "--", "--", ...skipped];
  const known = chosen.join(" ");
  const patterns = only.flatMap((mutant) => ["--re", `${escaped(mutant.slice(file.length + 2))}$`]);
  const args = [
    ["mutants", "--in-place", "--no-shuffle", "--output", out, "-p", name, "-f", file, ...patterns],
    ["--profile", "mutants", "--baseline", passing.has(known) ? "skip" : "run", ...chosen],
  ].flat();
  const status = await run("cargo", args, { cwd: COPY, env });
  if (!TRIED.includes(status)) {
    throw new Advice(`The mutants of ${file} were not all tried, or the tests fail without any.`);
  }
  passing.add(known);
  const { outcomes, unviable } = /** @type {Outcomes} */ (
    JSON.parse(await readFile(path.join(out, "mutants.out/outcomes.json"), "utf8"))
  );
  const named = (/** @type {string} */ wanted) => outcomes.filter(({ summary }) => summary === wanted);
  const logs = named("CaughtMutant").map(({ log_path: log }) => readFile(path.join(out, "mutants.out", log), "utf8"));
  const endless = (await Promise.all(logs)).filter((log) => log.includes(OUT_OF_TIME)).length;
  return {
    caught: logs.length - endless,
    timeout: endless + named("Timeout").length,
    unviable,
    missed: named("MissedMutant").map(({ scenario }) => withoutLine(scenario.Mutant.name)),
  };
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
    "One change at a time to the decoder's sources and the frame codec's, such as `<` for `<=`, and whether a test of the crate fails (for the parts that hpack-engines has rivals of also one of that crate, which has the suite that all of them share). What timed out ended in an endless loop.",
    table(heads, rows),
    `Survivors without a reason: **${open.length}**.`,
    ...without,
    "Those that no test can notice, each with the reason:",
    table(["mutant", "why"], explained, 2),
  ];
  return { text: text.join("\n\n"), unexplained: open };
}
