/**
 * Mutation testing: cargo-mutants changes one place of the sources at a time, and a test has to fail. It works in a copy,
 * so that the checkout never contains a change, and keeps its results in .tools/mutants/mutants.out: what was caught is
 * not tried again until that folder is removed.
 *
 * Most changes are caught by a quick test beside them, and the other tests take longer to build than to run. So all are
 * tried with the quick tests and few cases first, and only the survivors with every test.
 */
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { CRATE, TOOLS, TOP } from "../../scripts/lib/paths.mjs";
import { Advice, announce, requireProgram, run } from "../../scripts/lib/run.mjs";

const FOLDER = path.join(TOOLS, "mutants");

const SOURCES = "(?:hpack/src|http2/src/frame)/";

/** hpack-engines has the tests that all engines share. */
const PACKAGES =
  "-p hpack-core -p hpack-inspect-http2 --test-package hpack-core,hpack-engines,hpack-inspect-http2".split(" ");

/** Tests that take minutes without optimisation: a million inputs, or all stories or codes with every decoder. */
const SLOW = [
  "stories_of_the_npm",
  "agree_on_random_strings",
  "long_code_anywhere",
  "pair_of_codes",
  "code_at_every_offset",
  "truncated_codes",
  "every_ending",
  "repeated_codes",
];

/** Tests that take seconds, which are left out at first. */
const LATER = ["equals_deque", "every_two_bytes", "at_every_byte"];

const PASSES = [
  { title: "quick tests", targets: ["--lib"], skipped: [...SLOW, ...LATER], cases: "32" },
  { title: "all tests, for the survivors", targets: ["--lib", "--tests"], skipped: SLOW, cases: "256" },
];

/** @param {{ file: string }} values */
export async function tryMutants({ file }) {
  requireProgram("cargo-mutants", "`cargo install cargo-mutants` installs it");
  await copySources();
  let missed = false;
  for (const { title, targets, skipped, cases } of PASSES) {
    announce(`Mutants: ${title}`);
    const places = ["--in-place", "--output", FOLDER, "--iterate", "--re", `^${SOURCES}.*${file}[^:]*:`];
    const tests = [...targets.map((target) => `--cargo-arg=${target}`), "--profile", "mutants", "--no-shuffle"];
    const filters = skipped.map((name) => `--skip=${name}`);
    const { status } = await run("cargo", ["mutants", ...places, ...PACKAGES, ...tests, "--", "--", ...filters], {
      cwd: path.join(FOLDER, "crate"),
      env: { CARGO_TARGET_DIR: path.join(FOLDER, "target"), PROPTEST_MAX_SHRINK_ITERS: "0", PROPTEST_CASES: cases },
    });
    // All caught, some missed, some timed out.
    if (![0, 2, 3].includes(status)) throw new Advice("Not all mutants were tried, or the tests fail without any.");
    missed = status === 2;
  }
  if (missed) throw new Advice(`No test notices the mutants in ${path.join(FOLDER, "mutants.out", "missed.txt")}.`);
}

/** The sources and the files that tests read, arranged as in the checkout. */
async function copySources() {
  const copy = path.join(FOLDER, "crate");
  await mkdir(FOLDER, { recursive: true });
  await rm(copy, { recursive: true, force: true });
  const isSource = (/** @type {string} */ file) => !["target", "pkg", "pkg-captures"].includes(path.basename(file));
  await cp(CRATE, copy, { recursive: true, filter: isSource });
  for (const name of ["node_modules", "tests", "public"]) {
    await rm(path.join(FOLDER, name), { force: true });
    await symlink(path.join(TOP, name), path.join(FOLDER, name));
  }
}
