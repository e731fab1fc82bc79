import { expect, test } from "vitest";
import { changedOptions, DEFAULT_OPTIONS, parsePrior, parseTableSize, printPrior, withOptions } from "./options";

test.each([
  ["nothing", "", []],
  ["a field", "cache-control: no-cache", [["cache-control", "no-cache"]]],
  ["a pseudo-header field", ":authority: www.example.com", [[":authority", "www.example.com"]]],
  ["a value with colons", "date: 20:13:21", [["date", "20:13:21"]]],
  ["an empty value", "x-empty:", [["x-empty", ""]]],
  [
    "two, with an empty line between",
    "a: 1\n\nb: 2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
])("parsePrior: %s", (_, text, prior) => {
  expect(parsePrior(text)).toEqual({ status: "ok", prior });
});

test("parsePrior names the line without a colon", () => {
  expect(parsePrior("a: 1\nnonsense")).toMatchObject({ status: "error", line: 2 });
});

test("what printPrior prints, parsePrior reads", () => {
  const prior: [string, string][] = [
    [":path", "/a:b"],
    ["x", ""],
  ];
  expect(parsePrior(printPrior(prior))).toEqual({ status: "ok", prior });
});

test.each([
  ["4096", 4096],
  [" 16 384 ", 16384],
  ["0", 0],
  ["4294967295", 4294967295],
  ["4294967296", null],
  ["-1", null],
  ["0x100", null],
  ["", null],
])("parseTableSize: %j", (text, size) => {
  expect(parseTableSize(text)).toBe(size);
});

test("withOptions gives the same object when nothing changes", () => {
  expect(withOptions(DEFAULT_OPTIONS, { start: "fresh", prior: [] })).toBe(DEFAULT_OPTIONS);
  expect(withOptions(DEFAULT_OPTIONS, { start: "unknown" }).start).toBe("unknown");
});

test("changed options are those that differ from the usual ones; an engine is none", () => {
  expect(changedOptions({ ...DEFAULT_OPTIONS, engine: "walk" })).toEqual({});
  expect(changedOptions({ ...DEFAULT_OPTIONS, maxTableSize: 0 }, { start: "unknown" })).toEqual({
    start: "fresh",
    maxTableSize: 0,
  });
});
