import { expect, test } from "vitest";
import { readCargo, readJunit, summary } from "./count.mjs";

const result = (passed: number, failed = 0, ignored = 0) =>
  `test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; ${ignored} ignored; 0 measured;\n`;
const [OK, NONE, RED] = [result(3, 0, 1), result(0), result(2, 1)];
const ABORTED = "error: test failed, to rerun pass `-p hpack --lib`\n\nCaused by:\n  (signal: 6, SIGABRT)\n";

test.each([
  ["programs are summed", OK + NONE + OK, 0, "6 passed, 0 failed, 2 skipped"],
  ["no test at all", NONE + NONE, 0, "0 passed, 1 failed, 0 skipped"],
  ["nothing was said", "", 0, "0 passed, 1 failed, 0 skipped"],
  ["a test failed", `${OK}${RED}error: 1 target failed:\n`, 101, "5 passed, 1 failed, 1 skipped"],
  [
    "another was ended by a signal",
    `${OK}${RED}${ABORTED}error: 2 targets failed:`,
    101,
    "5 passed, 2 failed, 1 skipped",
  ],
  ["it did not compile", "error: could not compile `hpack` (lib test)\n", 101, "0 passed, 1 failed, 0 skipped"],
  ["it failed after all tests had passed", OK, 101, "3 passed, 1 failed, 1 skipped"],
  ["a test prints a result", `running: ${result(9)}${OK}`, 0, "3 passed, 0 failed, 1 skipped"],
])("cargo: %s", (_, output, status, expected) => {
  expect(summary(readCargo(output, status))).toBe(expected);
});

const OTHER = '<testcase classname="a.test.ts" name="a &gt; b" time="0.1">';
const PASSED = `${OTHER}</testcase><testcase name="c" classname="a.test.ts"/>`;
const SKIPPED = `${OTHER}<skipped/></testcase>`;
const FAILED = `${OTHER}<failure message="1 &lt; 2 &apos;here&#39;" type="Error">\n1\n</failure></testcase>`;
const FLAKY = `${OTHER}<flakyFailure message="late" type="FAILURE"></flakyFailure></testcase>`;

test.each([
  ["all passed", PASSED + SKIPPED, 0, "2 passed, 0 failed, 1 skipped"],
  ["one failed", PASSED + FAILED, 1, "2 passed, 1 failed, 0 skipped"],
  ["one passed when it was repeated", PASSED + FLAKY, 1, "2 passed, 1 failed, 0 skipped"],
  ["an error outside of tests", PASSED, 1, "2 passed, 1 failed, 0 skipped"],
  ["no test", SKIPPED, 0, "0 passed, 1 failed, 1 skipped"],
  ["no report", "", 0, "0 passed, 1 failed, 0 skipped"],
])("a report: %s", (_, xml, status, expected) => {
  expect(summary(readJunit(`<testsuites><testsuite>${xml}</testsuite></testsuites>`, status))).toBe(expected);
});

test("what failed is named, with its message", () => {
  expect(readJunit(PASSED + FAILED + FLAKY, 1).failures).toEqual([
    "a.test.ts: a > b\n    1 < 2 'here'",
    "a.test.ts: a > b\n    late",
  ]);
  expect(readCargo(`test a::b ... ok\ntest a::c ... FAILED\n${RED}`, 101).failures).toEqual(["a::c"]);
});

test("tests that cannot run here count as skipped, each once", () => {
  const list = "deps/stories a\ndeps/stories a\ndeps/captures a\n";
  expect(summary(readCargo(OK + OK, 0, list))).toBe("4 passed, 0 failed, 4 skipped");
});
