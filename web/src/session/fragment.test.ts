import { describe, expect, test } from "vitest";
import { type Link, NO_LINK, parseFragment, printFragment } from "./fragment";
import { DEFAULT_OPTIONS } from "./options";

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
        learn: { chapter: "tables", exercise: "which-index", variant: 3 },
      },
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

test("usual options take no place in a link, and an engine none at all", async () => {
  expect(await printFragment({ ...NO_LINK, options: { ...DEFAULT_OPTIONS, engine: "walk" } })).toBe("");
});

test("hex shrinks in a link", async () => {
  const text = "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff\n".repeat(100);
  expect((await printFragment({ ...NO_LINK, text })).length).toBeLessThan(text.length / 10);
});

describe("what can't be read is left out, and named", () => {
  test.each([
    ["not packed", "#text=%%%", ["text"]],
    ["not deflated", "#text=AAAA", ["text"]],
    ["a wrong option", "#blocks=none&sides=both&start=maybe&table=-3&format=../x", ["table"]],
    ["entries that are none", '#prior=[["a"]]', ["prior"]],
    ["no JSON", "#prior=[", ["prior"]],
    ["a change that is none", '#change=["a"]', ["change"]],
    ["a change that is no JSON", "#change=[", ["change"]],
    ["a change of words alone", '#change=["block 2 repeats block 1\\nrm -r x #"]', ["change"]],
    ["a part that is none", "#part=4", ["part"]],
    ["a step that is none", "#step=0", ["step"]],
    ["a view that is none", "#view=nope", ["view"]],
    ["a version of later", "#v=2", ["v"]],
    ["this version", "#v=1", []],
    ["a prefix that is none", "#prefix=9", []],
    ["a part that is none, and no fields", "#tab=none&fields=%%%", ["fields"]],
    ["a side that is none, and no size", "#side=both&size=1x", []],
    ["a variant that is none", "#variant=0", []],
    ["a stage that is no name, and no such care", "#stage=<b>&care=none", []],
  ])("%s", async (_, fragment, unread) => {
    expect(await parseFragment(fragment)).toEqual({ ...NO_LINK, unread });
  });
});
