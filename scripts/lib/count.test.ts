import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCargo, readPlaywright, readVitest, sum, verdict, withSkipped } from "./count.mjs";

const OK = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.07s\n";
const NONE = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
const RED = "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
const ABORTED = "error: test failed, to rerun pass `-p hpack --lib`\n\nCaused by:\n  (signal: 6, SIGABRT)\n";

test.each([
  { what: "programs are summed", output: OK + NONE + OK, status: 0, expected: "6 passed, 0 failed, 2 skipped" },
  { what: "no test at all", output: NONE + NONE, status: 0, expected: "0 passed, 1 failed" },
  { what: "nothing was said", output: "", status: 0, expected: "0 passed, 1 failed" },
  {
    what: "a test failed",
    output: `${OK}${RED}error: 1 target failed:\n    \`-p hpack --lib\`\n`,
    status: 101,
    expected: "5 passed, 1 failed, 1 skipped",
  },
  {
    what: "one program failed a test, another was ended by a signal",
    output: `${OK}${RED}${ABORTED}error: 2 targets failed:\n    \`-p hpack --lib\`\n    \`-p input --lib\`\n`,
    status: 101,
    expected: "5 passed, 2 failed, 1 skipped",
  },
  {
    what: "it did not compile",
    output: "error[E0308]: mismatched types\nerror: could not compile `hpack` (lib test) due to 1 previous error\n",
    status: 101,
    expected: "0 passed, 1 failed",
  },
  {
    what: "it failed after all tests had passed",
    output: OK,
    status: 101,
    expected: "3 passed, 1 failed, 1 skipped",
  },
  {
    what: "a test prints a line that looks like a result",
    output: `running: test result: ok. 9 passed; 0 failed; 0 ignored;\n${OK}`,
    status: 0,
    expected: "3 passed, 0 failed, 1 skipped",
  },
])("cargo: $what", ({ output, status, expected }) => {
  expect(verdict(readCargo(output, status))).toBe(expected);
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
});
afterAll(() => rm(folder, { recursive: true }));

function report(
  passed: number,
  failed: number,
  files: { name?: string; message?: string; status: string; assertionResults: object[] }[],
) {
  return { numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 1, testResults: files };
}

const GREEN_FILE = { status: "passed", assertionResults: [{ status: "passed" }] };
const RED_FILE = { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] };
const UNLOADED_FILE = { status: "failed", assertionResults: [] };

test.each([
  { what: "all passed", json: report(4, 0, [GREEN_FILE]), status: 0, expected: "4 passed, 0 failed, 2 skipped" },
  {
    what: "one failed",
    json: report(4, 1, [GREEN_FILE, RED_FILE]),
    status: 1,
    expected: "4 passed, 1 failed, 2 skipped",
  },
  {
    what: "one failed, and a file could not be loaded",
    json: report(4, 1, [RED_FILE, UNLOADED_FILE]),
    status: 1,
    expected: "4 passed, 2 failed, 2 skipped",
  },
  { what: "an error outside of tests", json: report(4, 0, []), status: 1, expected: "4 passed, 1 failed, 2 skipped" },
  { what: "no test", json: report(0, 0, []), status: 0, expected: "0 passed, 1 failed, 2 skipped" },
  { what: "no report", json: null, status: 1, expected: "0 passed, 1 failed" },
])("vitest: $what", async ({ what, json, status, expected }) => {
  const file = path.join(folder, `${what}.json`);
  if (json !== null) await writeFile(file, JSON.stringify(json));
  expect(verdict(await readVitest(file, status))).toBe(expected);
});

test.each([
  { what: "all passed", stats: [4, 0, 0, 1], errors: 0, status: 0, expected: "4 passed, 0 failed, 1 skipped" },
  { what: "one failed", stats: [4, 1, 0, 0], errors: 0, status: 1, expected: "4 passed, 1 failed" },
  { what: "one passed the second time", stats: [4, 0, 1, 0], errors: 0, status: 0, expected: "4 passed, 1 failed" },
  { what: "a file could not be loaded", stats: [4, 0, 0, 0], errors: 1, status: 1, expected: "4 passed, 1 failed" },
  { what: "it failed after all tests", stats: [4, 0, 0, 0], errors: 0, status: 1, expected: "4 passed, 1 failed" },
  { what: "no test", stats: [0, 0, 0, 0], errors: 0, status: 0, expected: "0 passed, 1 failed" },
  { what: "no report", stats: null, errors: 0, status: 1, expected: "0 passed, 1 failed" },
])("playwright: $what", async ({ what, stats, errors, status, expected }) => {
  const file = path.join(folder, `playwright, ${what}.json`);
  if (stats !== null) {
    const [passed, unexpected, flaky, skipped] = stats;
    const report = { stats: { expected: passed, unexpected, flaky, skipped }, errors: Array(errors).fill({}) };
    await writeFile(file, JSON.stringify(report));
  }
  expect(verdict(await readPlaywright(file, status))).toBe(expected);
});

test("what failed is told by its name and message", async () => {
  const named = async (json: object) => {
    const file = path.join(folder, "named.json");
    await writeFile(file, JSON.stringify(json));
    return file;
  };
  const passed = { status: "passed", fullName: "a is read" };
  const failed = {
    status: "failed",
    fullName: "b is read",
    failureMessages: ["\u001b[31mexpected 1\u001b[39m\n\nto be 2"],
  };
  const vitest = report(1, 1, [
    { status: "failed", assertionResults: [passed, failed] },
    { name: "c.test.ts", message: "no such module", ...UNLOADED_FILE },
  ]);
  const spec = (title: string, ...errors: { message: string }[]) => ({
    ok: errors.length === 0,
    title,
    file: "d.test.ts",
    line: 7,
    tests: [{ results: errors.map((error) => ({ error })) }],
  });
  const repeated = { ...spec("is drawn in time", { message: "too late" }), ok: true };
  const playwright = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: "no setup" }],
    suites: [{ specs: [repeated], suites: [{ specs: [spec("is shown"), spec("is drawn", { message: "hidden" })] }] }],
  };
  expect([
    ...(readCargo(`test a::b ... ok\ntest a::c ... FAILED\n${RED}`, 101).failures ?? []),
    ...((await readVitest(await named(vitest), 1)).failures ?? []),
    ...((await readPlaywright(await named(playwright), 1)).failures ?? []),
  ]).toEqual([
    "a::c",
    "b is read\n    expected 1\n    to be 2",
    "c.test.ts\n    no such module",
    "d.test.ts:7 is drawn in time\n    too late",
    "d.test.ts:7 is drawn\n    hidden",
    "outside of a test\n    no setup",
  ]);
});

test("the sum of no suites passes nothing", () => {
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test.each([
  { list: "", expected: "6 passed, 0 failed, 2 skipped" },
  { list: "deps/stories a\ndeps/stories b\n", expected: "4 passed, 0 failed, 4 skipped" },
  { list: "deps/stories a\ndeps/stories a\ndeps/captures a\n", expected: "4 passed, 0 failed, 4 skipped" },
])("tests that cannot run here count as skipped, each once: $expected", ({ list, expected }) => {
  expect(verdict(withSkipped(readCargo(OK + OK, 0), list))).toBe(expected);
});
