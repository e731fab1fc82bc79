import { describe, expect, test } from "vitest";
import type { Framing, FramingFrame } from "../engine/types";
import { START } from "../session/selection";
import { frameLinesOf, lineAt, lineOfItem, selectedLine } from "./lines";

function frame(start: number, end: number, lead: number, padding = 0): FramingFrame {
  const parts = [{ name: "Length", bytes: Array.from({ length: lead }, () => 0), text: "" }];
  return { frame: 0, kind: "", section: "", start, end, parts, padding, paddingError: null, paddingText: "" };
}

/** Padded HEADERS, an empty CONTINUATION, and one that begins in the middle of the last item. */
const framing: Framing = {
  stream: 1,
  promised: null,
  endStream: true,
  packet: 0,
  count: 3,
  frames: [frame(0, 11, 10, 9), frame(11, 11, 9), frame(11, 31, 9)],
};

/** Items that begin at bytes 0, 4 and 10. */
const ITEMS = [0, 4, 10];
const frames = frameLinesOf(framing, (byte) => ITEMS.filter((start) => start < byte).length);

test("frames' own bytes have lines before, between and after the items", () => {
  const lines = Array.from({ length: ITEMS.length + frames.length }, (_, line) => {
    const found = lineAt(frames, line);
    if ("item" in found) return `item ${found.item}`;
    const { nth, from, to, isPadding } = found.frame;
    return `frame ${nth} ${from}–${to}${isPadding ? " padding" : ""}`;
  });
  expect(lines).toEqual([
    "frame 0 0–10",
    "item 0",
    "item 1",
    "item 2",
    "frame 0 10–19 padding",
    "frame 1 0–9",
    "frame 2 0–9",
  ]);
});

test.each([
  [0, 1],
  [2, 3],
])("item %i is in line %i", (item, line) => {
  expect(lineOfItem(frames, item)).toBe(line);
});

test("without frames each item is in its own line", () => {
  expect([lineAt([], 7), lineOfItem([], 7)]).toEqual([{ item: 7 }, 7]);
});

describe("the selected line", () => {
  // Two rows, then the error.
  const block = { firstRow: 40, rows: 2 };
  test.each([
    ["before the first step", START, -1],
    ["a row", { ...START, row: 41 }, 2],
    ["the error", { ...START, error: true }, 3],
    ["a frame's header", { ...START, row: 40, frame: { nth: 0, at: 9 } }, 0],
    ["its padding", { ...START, row: 40, frame: { nth: 0, at: 10 } }, 4],
    ["another frame", { ...START, row: 40, frame: { nth: 2, at: 8 } }, 6],
    ["a byte that no frame has", { ...START, row: 40, frame: { nth: 2, at: 9 } }, -1],
  ])("%s", (_, selection, line) => {
    expect(selectedLine(frames, block, selection)).toBe(line);
  });
});
