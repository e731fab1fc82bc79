import { expect, test } from "vitest";
import { readCargo, readJunit, sum, summary } from "./count.mjs";

const OK = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.07s\n";
const NONE = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
const RED = "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
const ABORTED = "error: test failed, to rerun pass `-p hpack --lib`\n\nCaused by:\n  (signal: 6, SIGABRT)\n";

test.each([
  { what: "programs are summed", output: OK + NONE + OK, status: 0, expected: "6 passed, 0 failed, 2 skipped" },
  { what: "no test at all", output: NONE + NONE, status: 0, expected: "0 passed, 1 failed, 0 skipped" },
  { what: "nothing was said", output: "", status: 0, expected: "0 passed, 1 failed, 0 skipped" },
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
    expected: "0 passed, 1 failed, 0 skipped",
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
  expect(summary(readCargo(output, status))).toBe(expected);
});

const OTHER = '<testcase classname="a.test.ts" name="a &gt; b" time="0.1">';
const PASSED = `${OTHER}</testcase><testcase name="c" classname="a.test.ts"/>`;
const SKIPPED = `${OTHER}<skipped/></testcase>`;
const FAILED = `${OTHER}<failure message="1 &lt; 2 &apos;here&#39;" type="Error">\n1\n</failure></testcase>`;
const FLAKY = `${OTHER}<flakyFailure message="late" type="FAILURE"></flakyFailure></testcase>`;

test.each([
  { what: "all passed", xml: PASSED + SKIPPED, status: 0, expected: "2 passed, 0 failed, 1 skipped" },
  { what: "one failed", xml: PASSED + FAILED, status: 1, expected: "2 passed, 1 failed, 0 skipped" },
  {
    what: "one passed when it was repeated",
    xml: PASSED + FLAKY,
    status: 1,
    expected: "2 passed, 1 failed, 0 skipped",
  },
  { what: "an error outside of tests", xml: PASSED, status: 1, expected: "2 passed, 1 failed, 0 skipped" },
  { what: "no test", xml: SKIPPED, status: 0, expected: "0 passed, 1 failed, 1 skipped" },
  { what: "no report", xml: "", status: 0, expected: "0 passed, 1 failed, 0 skipped" },
])("a report: $what", ({ xml, status, expected }) => {
  expect(summary(readJunit(`<testsuites><testsuite>${xml}</testsuite></testsuites>`, status))).toBe(expected);
});

test("what failed is named, with its message", () => {
  expect(readJunit(PASSED + FAILED + FLAKY, 1).failures).toEqual([
    "a.test.ts: a > b\n    1 < 2 'here'",
    "a.test.ts: a > b\n    late",
  ]);
  expect(readCargo(`test a::b ... ok\ntest a::c ... FAILED\n${RED}`, 101).failures).toEqual(["a::c"]);
});

test("the sum of no suites passes nothing", () => {
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test.each([
  { list: "", expected: "6 passed, 0 failed, 2 skipped" },
  { list: "deps/stories a\ndeps/stories b\n", expected: "4 passed, 0 failed, 4 skipped" },
  { list: "deps/stories a\ndeps/stories a\ndeps/captures a\n", expected: "4 passed, 0 failed, 4 skipped" },
])("tests that cannot run here count as skipped, each once: $expected", ({ list, expected }) => {
  expect(summary(readCargo(OK + OK, 0, list))).toBe(expected);
});
