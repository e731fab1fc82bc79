/** Counts tests from what the test runners report. */

/** `failures`: names of failed tests, with their messages. @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Count */

/**
 * The sum over cargo's test programs. A program that failed without a result (it didn't compile, or a signal ended it)
 * counts as a failure.
 * @param {string} output of `cargo test --no-fail-fast`
 * @param {number} status
 * @param {string} [unable] a line for each time that a test wrote that it can't run here; cargo counts it as passed
 * @returns {Count}
 */
export function readCargo(output, status, unable = "") {
  const results = [...output.matchAll(/^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)];
  const [passed = 0, failed = 0, ignored = 0] = [2, 3, 4].map((at) =>
    results.reduce((sum, found) => sum + Number(found[at]), 0),
  );
  const skipped = new Set(unable.split("\n").filter((line) => line !== "")).size;
  const failedPrograms = Number(/^error: (\d+) targets? failed:/m.exec(output)?.[1] ?? 0);
  const silent = failedPrograms - results.filter(([, result]) => result === "FAILED").length;
  const count = {
    passed: passed - skipped,
    failed: failed + Math.max(0, silent),
    skipped: ignored + skipped,
    failures: [...output.matchAll(/^test (.+) \.\.\. FAILED$/gm)].map(([, name = ""]) => name),
  };
  return withStatus(count, status);
}

/**
 * A report in JUnit's form, as Vitest and Playwright write it: a file that could not be loaded is a failed test case. A
 * test that passes only when it is repeated has failed.
 * @param {string} xml @param {number} status @returns {Count}
 */
export function readJunit(xml, status) {
  /** @type {Required<Count>} */
  const count = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const [, attributes = "", body = ""] of xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const fault = /<(?:failure|error|flaky\w+)\b(?: message="([^"]*)")?/.exec(body);
    if (fault !== null) {
      count.failed += 1;
      const [file, name] = ["classname", "name"].map(
        (key) => new RegExp(`(?:^| )${key}="([^"]*)"`).exec(attributes)?.[1],
      );
      count.failures.push(unescaped(`${file}: ${name}\n    ${fault[1] ?? ""}`));
    } else if (body.includes("<skipped")) count.skipped += 1;
    else count.passed += 1;
  }
  return withStatus(count, status);
}

/** @type {Record<string, string>} */
const ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** @param {string} text */
const unescaped = (text) =>
  text.replace(
    /&(#?\w+);/g,
    (all, name) => ENTITIES[name] ?? (name[0] === "#" ? String.fromCharCode(name.slice(1)) : all),
  );

/**
 * Nothing that was run, or a failure outside of any test, counts as a failure.
 * @param {Count} count @param {number} status the runner's exit status @returns {Count}
 */
function withStatus(count, status) {
  const isEmpty = count.passed + count.failed === 0;
  return count.failed === 0 && (status !== 0 || isEmpty) ? { ...count, failed: 1 } : count;
}

/** @param {Count[]} counts @returns {Count} */
export function sum(counts) {
  const of = (/** @type {"passed" | "failed" | "skipped"} */ key) => counts.reduce((sum, count) => sum + count[key], 0);
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

/** @param {Count} count */
export const summary = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
