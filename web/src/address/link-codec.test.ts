import { describe, expect, test } from "vitest";
import { type Link, NO_LINK } from "./link";
import { parseFragment, printFragment, problemsOf } from "./link-codec";
import made from "./made-links.txt?raw";

test.each(
  made
    .trim()
    .split("\n")
    .map((line) => line.split("\t")),
)("a link made before opens as it did: %s", async (_, fragment = "", link = "") => {
  const { learn, ...rest } = JSON.parse(link);
  expect(await parseFragment(fragment)).toEqual({ ...NO_LINK, ...rest, learn: { ...NO_LINK.learn, ...learn } });
});

describe("what is printed is read back", () => {
  test.each<[string, Link]>([
    ["nothing", NO_LINK],
    ["an example and a step", { ...NO_LINK, example: "rfc7541-c6", row: 12 }],
    [
      "a change that is applied",
      {
        ...NO_LINK,
        text: "82",
        change: { "missed-block": { before: 3, entries: 2 } },
      },
    ],
    ["a change that is only a name", { ...NO_LINK, text: "82", change: "swapped-sides" }],
    [
      "what is selected and shown of a capture",
      { ...NO_LINK, example: "file-push", connection: 1, frame: 0, filter: { stream: 3, blocks: true, text: "a | b" } },
    ],
    ["a block explained, with the input", { ...NO_LINK, view: "explain", text: "82 86\n\n84", row: 2 }],
    ["an error explained", { ...NO_LINK, view: "explain", example: "broken-index-zero", error: 0 }],
    ["an error", { ...NO_LINK, example: "broken-index-zero", error: 0 }],
    ["a moment before the first field of a block", { ...NO_LINK, example: "rfc7541-c6", block: 2 }],
    [
      "guesses",
      {
        ...NO_LINK,
        text: "be",
        guesses: [
          { row: 0, name: ":authority", value: "b" },
          { row: 7, name: "cookie", value: null },
        ],
      },
    ],
    ["what was left out", { ...NO_LINK, view: "encode", composition: "{}", left: ["cookie", "authorization"] }],
    ["a text", { ...NO_LINK, text: "82 86\n\n84 # “comment”\n" }],
    ["a long text", { ...NO_LINK, text: "8286 ".repeat(50_000) }],
    [
      "a benchmark",
      {
        ...NO_LINK,
        view: "benchmark",
        choice: {
          stage: "huffman",
          engines: ["walk", "window14"],
          workloads: ["9", "session"],
          baseline: "walk",
          care: "quick",
        },
      },
    ],
    [
      "an exercise",
      {
        ...NO_LINK,
        view: "learn",
        example: "c4",
        learn: { ...NO_LINK.learn, chapter: "tables", exercise: "which-index", variant: 3, heading: "Exercises" },
      },
    ],
    ["a step presented", { ...NO_LINK, example: "rfc7541-c6", row: 12, present: true }],
    ["a block presented", { ...NO_LINK, view: "explain", text: "82 86\n\n84", block: 1, present: true }],
    [
      "a chapter presented",
      { ...NO_LINK, view: "learn", learn: { ...NO_LINK.learn, chapter: "tables" }, row: 1, present: true },
    ],
    ["an integer", { ...NO_LINK, view: "integers", bytes: "1f9a0a", prefix: 5 }],
    ["what is built", { ...NO_LINK, view: "encode", composition: '{"blocks":[{"rows":[["a","“b”"]]}]}' }],
    [
      "a what-if",
      {
        ...NO_LINK,
        view: "encode",
        tab: "what-if",
        whatIf: { side: "client", choices: "go", huffman: "never", maximum: 256, compare: ["always"] },
      },
    ],
    ["a part of a text", { ...NO_LINK, text: "82 86 and 84", options: { part: [0, 5] } }],
    [
      "every option",
      {
        ...NO_LINK,
        options: {
          blocks: "lines",
          sides: "fields",
          format: "hex",
          start: "unknown",
          maxTableSize: 256,
          prior: [["a", "b: c"]],
        },
      },
    ],
  ])("%s", async (_, link) => {
    expect(await parseFragment(`#${await printFragment(link)}`)).toEqual(link);
  });
});

test("words that a link brings about a change are not read", async () => {
  const link = `#change=${encodeURIComponent('["block 2\\nrm -r x #", "swapped-sides"]')}`;
  expect(await parseFragment(link)).toEqual({ ...NO_LINK, change: "swapped-sides" });
});

test("hex shrinks in a link", async () => {
  const text = "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff\n".repeat(100);
  expect((await printFragment({ ...NO_LINK, text })).length).toBeLessThan(text.length / 10);
});

describe("what can't be read is left out, and named", () => {
  test.each<[string, string, string[], Partial<Link>?]>([
    ["not packed", "#text=%%%", ["text"]],
    ["not deflated", "#text=AAAA", ["text"]],
    [
      "wrong options",
      "#blocks=none&sides=both&start=maybe&table=-3&format=../x",
      ["blocks", "sides", "format", "start", "table"],
    ],
    ["entries that are none", '#prior=[["a"]]', ["prior"]],
    ["no JSON", "#prior=[", ["prior"]],
    ["a change that is none", '#change=["a"]', ["change"]],
    ["a change that is no JSON", "#change=[", ["change"]],
    ["a change of words alone", '#change=["block 2 repeats block 1\\nrm -r x #"]', ["change"]],
    ["a part that is none", "#part=4", ["part"]],
    ["a step that is none", "#step=0", ["step"]],
    ["a filter of something else", '#filter={"streams":1}', ["filter"]],
    ["a view that is none", "#view=nope", ["view"]],
    ["a version of later", "#v=2", ["v"]],
    ["this version", "#v=1", []],
    ["a parameter of another view", "#prefix=5", ["prefix"]],
    ["a prefix that is none", "#view=integers&prefix=9", ["prefix"], { view: "integers" }],
    ["a part that is none, and no fields", "#view=encode&tab=none&fields=%%%", ["fields", "tab"], { view: "encode" }],
    ["a side that is none, and no size", "#view=encode&side=both&size=1x", ["side", "size"], { view: "encode" }],
    ["policies that are none", "#view=encode&policy=<b>&compare=<b>", ["policy", "compare"], { view: "encode" }],
    ["a variant that is none", "#view=learn&variant=-1", ["variant"], { view: "learn" }],
    [
      "a stage that is no name, and no such care",
      "#view=benchmark&stage=<b>&care=none",
      ["stage", "care"],
      { view: "benchmark" },
    ],
    [
      "parameters that no view has",
      "#example=c&utm_source=x&__proto__=1",
      ["utm_source", "__proto__"],
      { example: "c" },
    ],
  ])("%s", async (_, fragment, unread, link = {}) => {
    expect(await parseFragment(fragment)).toEqual({ ...NO_LINK, ...link, unread });
  });
});

test.each([
  ["v", "It was made by another version of this page."],
  ["x".repeat(99), `“${"x".repeat(40)}…” in it can't be read.`],
  ["constructor", "“constructor” in it can't be read."],
  ["panes without v=1", "“panes” is only read in a link that also has “v=1” and “block”."],
  ["example with v=1", "“example” is not read in a link with “v=1”, only block, panes, select, theme."],
])("the problem of %s is a sentence", (word, problem) => {
  expect(problemsOf({ ...NO_LINK, unread: [word] }, true)).toEqual([problem]);
});

test("there are not too many problems", () => {
  const link = { ...NO_LINK, unread: ["a", "b", "c", "d", "e", "f", "g"], left: ["cookie"], example: "nope" };
  const problems = problemsOf(link, false);
  expect(problems).toHaveLength(7);
  expect(problems[5]).toBe("There is no example “nope”: choose another under “Examples”.");
});
