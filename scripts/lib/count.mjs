/** How many tests passed and failed, read from what the test runners report. */
import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [failures] what failed, as far as the runner says so: the test's name, and its message
 */

/** Lines of a message that are told; the whole of it is in the suite's own output. */
const MESSAGE_LINES = 12;

/**
 * The sum over cargo's test programs. What broke without reporting (a program that doesn't compile, one that was ended
 * by a signal) counts as a failure, and so does finding no test.
 * @param {string} output all that `cargo test --no-fail-fast` wrote
 * @param {number} status its exit status
 * @returns {Count}
 */
export function readCargo(output, status) {
  const results = [...output.matchAll(/^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)];
  const count = sum(
    results.map(([, , passed, failed, ignored]) => ({
      passed: Number(passed),
      failed: Number(failed),
      skipped: Number(ignored),
    })),
  );
  const failedPrograms = Number(/^error: (\d+) targets? failed:/m.exec(output)?.[1] ?? 0);
  const reported = results.filter(([, result]) => result === "FAILED").length;
  count.failed += Math.max(0, failedPrograms - reported);
  count.failures = [...output.matchAll(/^test (.+) \.\.\. FAILED$/gm)].map(([, name = ""]) => name);
  return settled(count, status);
}

/**
 * Tests of cargo that said that they cannot run here, as what they need is not there: cargo counts them as passed.
 * @param {Count} count
 * @param {string} list a line for each time that a test said so
 * @returns {Count}
 */
export function withSkipped(count, list) {
  const skipped = new Set(list.split("\n").filter((line) => line !== "")).size;
  return { ...count, passed: count.passed - skipped, skipped: count.skipped + skipped };
}

/**
 * Vitest's report. A test file that could not be loaded counts as a failure, and so does finding no test.
 * @param {string} file the JSON report
 * @param {number} status Vitest's exit status
 * @returns {Promise<Count>}
 */
export async function readVitest(file, status) {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return settled({ passed: 0, failed: 0, skipped: 0 }, status);
  const report = JSON.parse(text);
  /** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Assertion */
  /** @type {{ name: string, status: string, message?: string, assertionResults: Assertion[] }[]} */
  const files = report.testResults;
  const unloaded = files.filter(
    (one) => one.status === "failed" && one.assertionResults.every((test) => test.status !== "failed"),
  );
  const failures = files
    .flatMap((one) => one.assertionResults)
    .filter((test) => test.status === "failed")
    .map((test) => told(test.fullName, test.failureMessages?.[0]));
  return settled(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [...failures, ...unloaded.map((one) => told(one.name, one.message))],
    },
    status,
  );
}

/**
 * Playwright's report. A test that passes only when it is repeated has failed; so has a file that could not be loaded,
 * and finding no test.
 * @param {string} file the JSON report
 * @param {number} status Playwright's exit status
 * @returns {Promise<Count>}
 */
export async function readPlaywright(file, status) {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return settled({ passed: 0, failed: 0, skipped: 0 }, status);
  const { stats, errors, suites = [] } = JSON.parse(text);
  const failed = stats.unexpected + stats.flaky + errors.length;
  const failures = [
    ...failedSpecs(suites),
    ...errors.map((/** @type {{ message?: string }} */ error) => told("outside of a test", error.message)),
  ];
  return settled({ passed: stats.expected, failed, skipped: stats.skipped, failures }, status);
}

/**
 * @typedef {{ ok: boolean, title: string, file: string, line: number,
 *   tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {Suite[]} suites
 * @returns {string[]}
 */
function failedSpecs(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ ok, title, file, line, tests }) => {
      const wrong = tests.flatMap((test) => test.results).find((result) => result.error !== undefined);
      return ok && wrong === undefined ? [] : [told(`${file}:${line} ${title}`, wrong?.error?.message)];
    }),
    ...failedSpecs(inner),
  ]);
}

/**
 * @param {string} name
 * @param {string} [message]
 */
function told(name, message = "") {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, MESSAGE_LINES);
  return [name, ...lines.filter((line) => line.trim() !== "")].join("\n    ");
}

/**
 * @param {Count} count
 * @param {number} status the runner's exit status
 * @returns {Count}
 */
function settled(count, status) {
  const foundNone = count.passed + count.failed === 0;
  return count.failed === 0 && (status !== 0 || foundNone) ? { ...count, failed: 1 } : count;
}

/**
 * @param {Count[]} counts
 * @returns {Count}
 */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const count of counts) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
  return total;
}

/** @param {Count} count */
export function verdict({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
