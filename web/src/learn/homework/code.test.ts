import { expect, test } from "vitest";
import { CHAPTERS } from "../chapters/chapters";
import { codeOf, codesIn } from "./code";

const IDS = CHAPTERS.flatMap(({ exercises }) => exercises.map(({ id }) => id));

test("each exercise has an id of its own, and its codes are read back from any text", () => {
  expect(new Set(IDS).size).toBe(IDS.length);
  const all = IDS.flatMap((exercise) => [1, 7, 200].map((variant) => ({ exercise, variant })));
  const text = all.map((solved) => `Ann: ${codeOf(solved).toUpperCase()}, done; `).join("\n");
  expect(codesIn(text + text)).toEqual({ solved: all, wrong: [] });
});

test("a code with one character changed is none", () => {
  const code = codeOf({ exercise: "read-bits", variant: 7 });
  for (const at of [...code].keys()) {
    if (code[at] === "-") continue;
    const changed = `${code.slice(0, at)}${code[at] === "1" ? "2" : "1"}${code.slice(at + 1)}`;
    expect(codesIn(changed).solved, changed).toEqual([]);
  }
});
