import { expect, test } from "vitest";
import { stringRanges } from "./parts";
import { asShown } from "./shown-text";
import { FLAG, type Kind } from "./types";
import type { Row } from "./windows";

function row(kind: Kind, flags: number, end: number): Row {
  return {
    row: 0,
    block: 0,
    start: 0,
    end,
    kind,
    flags,
    index: 0,
    name: asShown(""),
    value: asShown(""),
    nameBytes: 0,
    valueBytes: 0,
    evicted: 0,
    size: 0,
    tableSize: 0,
    tableMax: 0,
  };
}

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const BOTH = FLAG.nameLiteral | FLAG.valueLiteral;

test.each<[string, string, Kind, number, [number, number][]]>([
  ["RFC 7541 C.2.4, indexed", "82", "indexed", 0, []],
  ["C.2.2, an indexed name", "040c2f73616d706c652f70617468", "without", FLAG.valueLiteral, [[2, 14]]],
  [
    "C.2.3, both literal",
    "100870617373776f726406736563726574",
    "never",
    BOTH,
    [
      [2, 10],
      [11, 17],
    ],
  ],
  ["a size update", "3fe11f", "size-update", 0, []],
  ["an empty value", "400161" + "00", "incremental", BOTH, [[2, 3]]],
  ["a length in two bytes", `0f1d7f01${"61".repeat(128)}`, "without", FLAG.valueLiteral, [[4, 132]]],
])("%s", (_, hex, kind, flags, ranges) => {
  const block = bytes(hex);
  expect(stringRanges(block, row(kind, flags, block.length))).toEqual(ranges);
});

test("a length beyond the row ends with it", () => {
  expect(stringRanges(bytes("040c2f73"), row("without", FLAG.valueLiteral, 4))).toEqual([[2, 4]]);
});
