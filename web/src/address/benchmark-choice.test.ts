import { expect, test } from "vitest";
import type { BenchmarkStage } from "../engine/types";
import { askedOf, choiceFromLink, defaultChoice, ticked, withEngine } from "./benchmark-choice";

const engine = (id: string) => ({ id, title: id, about: "" });
const HUFFMAN: BenchmarkStage = {
  id: "huffman",
  title: "Huffman",
  baseline: "b",
  inspects: true,
  engines: ["a", "b", "c"].map(engine),
  workloads: [{ id: "9", title: "nine" }],
};
const BLOCKS: BenchmarkStage = { ...HUFFMAN, id: "blocks", workloads: [], baseline: "a" };
const INPUTS = [
  { id: "stories", title: "stories" },
  { id: "session", title: "the session" },
];
const STAGES = [HUFFMAN, BLOCKS];
const USUAL = { stage: "huffman", engines: ["a", "b", "c"], workloads: ["9"], baseline: "b", care: "usual" };

test.each([
  ["nothing", {}, USUAL],
  [
    "a stage without work of its own",
    { stage: "blocks" },
    { ...USUAL, stage: "blocks", workloads: ["stories"], baseline: "a" },
  ],
  [
    "all",
    { stage: "huffman", engines: ["c", "a"], workloads: ["session", "9"], baseline: "a", care: "quick" as const },
    { ...USUAL, engines: ["c", "a"], workloads: ["9", "session"], baseline: "a", care: "quick" },
  ],
  ["a baseline that is not ticked is measured", { engines: ["a"] }, { ...USUAL, engines: ["a", "b"] }],
  ["an engine twice", { engines: ["a", "a"] }, { ...USUAL, engines: ["a", "b"] }],
  [
    "what does not exist",
    { stage: "x", engines: ["x"], workloads: ["x"], baseline: "x" },
    { ...USUAL, engines: ["b"], workloads: [] },
  ],
])("a link that says %s", (_, linked, expected) => {
  expect(choiceFromLink(STAGES, INPUTS, linked)).toEqual(expected);
});

test("without stages there is no choice yet", () => {
  expect(choiceFromLink([], INPUTS, {})).toBeNull();
});

test("what is ticked comes after what is there", () => {
  expect(ticked(["c"], "a", true)).toEqual(["c", "a"]);
  expect(ticked(["a", "c"], "a", false)).toEqual(["c"]);
});

test.each([
  ["another is asked about", "asked", "c", ["c", "b"], "b"],
  ["another baseline, which is measured itself", "baseline", "c", ["a", "c"], "c"],
  ["the baseline is asked about: they change places", "asked", "b", ["b", "a"], "a"],
  ["what is asked about is the baseline", "baseline", "a", ["b", "a"], "a"],
] as const)("%s", (_, place, id, engines, baseline) => {
  const choice = { ...defaultChoice(HUFFMAN, INPUTS), engines: ["a", "b"] };
  expect(askedOf(choice)).toBe("a");
  expect(withEngine(choice, place, id)).toMatchObject({ engines, baseline });
});

test("other engines stay, and one alone has none to be asked about", () => {
  const choice = defaultChoice(HUFFMAN, INPUTS);
  expect(withEngine(choice, "baseline", "a").engines).toEqual(["b", "a", "c"]);
  const alone = { ...choice, engines: ["b"] };
  expect(askedOf(alone)).toBeNull();
  expect(withEngine(alone, "baseline", "c")).toMatchObject({ engines: ["c"], baseline: "c" });
});
