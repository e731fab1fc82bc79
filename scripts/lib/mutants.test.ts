import { expect, test } from "vitest";
import { again, reported, unexplained, withoutLine } from "./mutants.mjs";

const less = "hpack/src/a.rs: replace < with <= in f";
const plus = "hpack/src/a.rs: replace + with - in f";

test("a mutant is known by its file and change, whatever its line", () => {
  expect(withoutLine("hpack/src/a.rs:12:34: replace < with <= in f")).toBe(less);
});

test("a survivor has a reason as often as it is named", () => {
  const reasons = [{ why: "the same either way", mutants: [less] }];
  expect(unexplained([less], reasons)).toEqual([]);
  expect(unexplained([less, plus, less], reasons)).toEqual([plus, less]);
});

test("what came of the files that were tried is added up", () => {
  const outcomes = [
    { caught: 5, timeout: 1, unviable: 2, missed: [less] },
    { caught: 1_000, timeout: 0, unviable: 0, missed: [plus] },
  ];
  const tried = [{ name: "hpack-core", files: 3, made: 1_500, outcomes }];
  const { text, unexplained: open } = reported(tried, [{ why: "the same either way", mutants: [less] }]);
  expect(open).toEqual([plus]);
  expect(text).toContain("| hpack-core | 2 of 3 | 1,500 | 1,010 | 1,005 | 1 | 2 | 2 |");
  expect(text).toContain(`| \`${less}\` | the same either way |`);
  expect(text).toContain(`without a reason: **1**.\n\n- \`${plus}\`\n`);
});

test("of mutants that are tried once more, those that are caught now are counted as such", () => {
  const times = "hpack/src/a.rs: replace * with + in f";
  const last = { caught: 5, timeout: 1, unviable: 2, missed: [less, plus, plus, times] };
  expect(again(last, [plus, times], [times, less])).toEqual({
    caught: 7,
    timeout: 1,
    unviable: 2,
    missed: [less, times],
  });
});
