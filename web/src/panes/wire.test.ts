import { describe, expect, test } from "vitest";
import type { Framing, FramingFrame } from "../engine/types";
import { lineAt, lineOf, type Move, moved, type Place, wireOf } from "./wire";

function frame(start: number, end: number, lead: number, padding = 0): FramingFrame {
  return {
    frame: 0,
    kind: "HEADERS",
    section: "",
    start,
    end,
    parts: [{ name: "Length", bytes: Array.from({ length: lead }, (_, at) => at), text: "" }],
    padding,
    paddingFault: null,
    paddingText: "",
  };
}

const framing: Framing = {
  stream: 1,
  promised: null,
  endStream: true,
  packet: 0,
  count: 2,
  // Padded HEADERS with 11 bytes, then CONTINUATION with 20.
  frames: [frame(0, 11, 10, 9), frame(11, 31, 9)],
};

const bare = wireOf(20, null, 8);
const framed = wireOf(31, framing, 8);

function linesOf(wire: typeof bare): string[] {
  return Array.from({ length: wire.lines }, (_, number) => {
    const line = lineAt(wire, number);
    return line === null ? "" : `${line.nth} ${line.sort} ${line.from}–${line.to}`;
  });
}

test("lines of a block alone", () => {
  expect(linesOf(bare)).toEqual(["0 block 0–8", "0 block 8–16", "0 block 16–20"]);
  expect(wireOf(0, null, 8).lines).toBe(0);
});

test("lines of a block with its frames: its bytes stay in their columns", () => {
  expect(linesOf(framed)).toEqual([
    "0 lead 0–8",
    "0 lead 8–10",
    "0 block 0–8",
    "0 block 8–11",
    "0 padding 10–18",
    "0 padding 18–19",
    "1 lead 0–8",
    "1 lead 8–9",
    "1 block 11–16",
    "1 block 16–24",
    "1 block 24–31",
  ]);
});

const of = (nth: number, at: number): Place => ({ frame: { nth, at } });

test.each([
  [{ byte: 10 }, 3],
  [{ byte: 11 }, 8],
  [of(0, 9), 1],
  [of(0, 18), 5],
  [of(1, 0), 6],
])("%j stands in line %i", (place, line) => {
  expect(lineOf(framed, place)).toBe(line);
});

describe("keys", () => {
  test.each<[Place, Move, Place]>([
    [{ byte: 4 }, "next", { byte: 5 }],
    [{ byte: 10 }, "next", of(0, 10)],
    [of(0, 18), "next", of(1, 0)],
    [of(1, 8), "next", { byte: 11 }],
    [{ byte: 11 }, "previous", of(1, 8)],
    [of(0, 0), "previous", of(0, 0)],
    [{ byte: 30 }, "next", { byte: 30 }],
    [{ byte: 5 }, "down", { byte: 10 }],
    [{ byte: 2 }, "down", { byte: 10 }],
    [{ byte: 2 }, "up", of(0, 9)],
    [of(1, 8), "down", { byte: 11 }],
    [{ byte: 13 }, "up", of(1, 8)],
    [{ byte: 21 }, "up", { byte: 13 }],
    [{ byte: 13 }, "home", { byte: 11 }],
    [{ byte: 13 }, "end", { byte: 15 }],
    [{ byte: 13 }, "first", of(0, 0)],
    [of(0, 0), "last", { byte: 30 }],
    [of(0, 0), "page-down", { byte: 11 }],
    [{ byte: 30 }, "page-up", { byte: 6 }],
  ])("%j %s: %j", (from, move, to) => {
    expect(moved(framed, from, move)).toEqual(to);
  });
});
