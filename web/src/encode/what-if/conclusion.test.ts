import { expect, test } from "vitest";
import { bestOf, conclusion } from "./conclusion";

const SIZES = [0, 512, 4096, 8192];
const curve = (choices: string, ...bytes: (number | null)[]) => ({ choices, huffman: null, bytes });
const title = (id: string) => `Policy ${id}`;

test.each([
  ["nothing known", [curve("a", null, null, null, null)], null],
  ["the smallest table of several", [curve("a", 90, 70, 60, 60)], { size: 4096, orMore: true, bytes: 60 }],
  ["a dip", [curve("a", 90, 50, 60, 60)], { size: 512, orMore: false, bytes: 50 }],
  [
    "a smaller table under another policy",
    [curve("a", 90, 70, 60, 60), curve("b", 80, 60, 60, 60)],
    { choices: "b", size: 512 },
  ],
  ["the first of equals", [curve("a", 90, 60, 60, 60), curve("b", 90, 60, 60, 60)], { choices: "a" }],
  ["what is known so far", [curve("a", 90, null, 60, null)], { size: 4096, orMore: false }],
])("the best of %s", (_, curves, best) => {
  if (best === null) expect(bestOf(curves, SIZES)).toBeNull();
  else expect(bestOf(curves, SIZES)).toMatchObject(best);
});

test.each([
  [
    [curve("a", 90, 70, 60, 60)],
    100,
    "Fewest bytes: “Policy a” with a table of 4\u202fKiB or more, 60 bytes, 40 bytes (40.0%) fewer than were sent.",
  ],
  [
    [curve("a", 90, 90, 90, 90)],
    90,
    "Nothing tested beats what was sent; the closest is “Policy a” with any table size, 90 bytes, as many as were sent.",
  ],
  [
    [curve("a", 90, 95, 95, 95)],
    89,
    "Nothing tested beats what was sent; the closest is “Policy a” with no dynamic table, 90 bytes, 1 byte (1.1%) more than were sent.",
  ],
  [
    [curve("look-ahead", 90, 50, 50, 50), curve("a", 90, 70, 80, 80)],
    100,
    "Fewest bytes: “Policy look-ahead” with a table of 512\u202fB or more, 50 bytes, 50 bytes (50.0%) fewer than were sent. It knows the blocks to come, which no encoder does while it is sending; of the others, “Policy a” with a table of 512\u202fB, 70 bytes, 30 bytes (30.0%) fewer than were sent.",
  ],
])("in words: %#", (curves, sent, words) => {
  expect(conclusion(curves, SIZES, sent, title)).toBe(words);
});
