import { expect, test } from "vitest";
import type { BenchmarkStage } from "../engine/types";
import { choiceFromLink, defaultChoice, toggle, withBaseline } from "./benchmark-choice";

const engine = (id: string) => ({ id, title: id, about: "", firstUseMs: null });
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
    { ...USUAL, engines: ["a", "c"], workloads: ["9", "session"], baseline: "a", care: "quick" },
  ],
  ["a baseline that is not ticked is measured", { engines: ["a"] }, { ...USUAL, engines: ["a", "b"] }],
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

test("what is ticked stays in the order of the list", () => {
  expect(toggle(["c"], "a", true, HUFFMAN.engines)).toEqual(["a", "c"]);
  expect(toggle(["a", "c"], "a", false, HUFFMAN.engines)).toEqual(["c"]);
});

test("a new baseline is measured itself", () => {
  const choice = { ...defaultChoice(HUFFMAN, INPUTS), engines: ["b"] };
  expect(withBaseline(choice, HUFFMAN, "c")).toMatchObject({ baseline: "c", engines: ["b", "c"] });
});
