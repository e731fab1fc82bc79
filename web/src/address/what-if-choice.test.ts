import { expect, test } from "vitest";
import { AS_SENT, curvesOf, directionOf, USUAL_WHAT_IF } from "./what-if-choice";

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
