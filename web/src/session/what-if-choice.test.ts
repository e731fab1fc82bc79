import { describe, expect, test } from "vitest";
import {
  AS_SENT,
  curvesOf,
  directionOf,
  parseWhatIf,
  printWhatIf,
  USUAL_WHAT_IF,
  type WhatIfChoice,
} from "./what-if-choice";

function again(choice: WhatIfChoice): WhatIfChoice {
  const words = new URLSearchParams();
  printWhatIf(choice, words);
  return parseWhatIf(words);
}

describe("a choice", () => {
  test.each<[string, WhatIfChoice]>([
    ["as usual", USUAL_WHAT_IF],
    ["in every part", { side: "server", choices: "nghttp2", huffman: "never", maximum: 0, compare: [] }],
    ["with curves", { ...USUAL_WHAT_IF, choices: AS_SENT, compare: ["look-ahead", "go"] }],
  ])("%s is read back from a link", (_, choice) => {
    expect(again(choice)).toEqual(choice);
  });

  test("of what can't be read is as usual", () => {
    expect(parseWhatIf(new URLSearchParams("side=both&policy=<b>&coding=&size=-1&compare=<b>"))).toEqual({
      ...USUAL_WHAT_IF,
      compare: [],
    });
  });
});

test.each([
  ["the side that is named", "client", 1],
  ["else the one with more blocks", "unknown", 0],
  ["also where none is named", null, 0],
] as const)("the direction is %s", (_, side, number) => {
  const directions = [
    { sender: "server" as const, blocks: 9 },
    { sender: "client" as const, blocks: 4 },
  ];
  expect(directionOf(side, directions)).toBe(number);
});

test("each curve is asked for once, that of what is tried first", () => {
  expect(curvesOf({ ...USUAL_WHAT_IF, choices: "never" })).toEqual(["never", AS_SENT]);
});
