import { expect, test } from "vitest";
import { BLOCK_STRIDE, FLAG, FRAME_STATE, FRAME_STRIDE, ROW, ROW_STRIDE } from "./types";
import { blockIn, frameIn, hasFlag, hasState, isInStrings, rowIn } from "./windows";

function record(cells: Partial<Record<keyof typeof ROW, number>>): number[] {
  return Object.keys(ROW).map((column) => cells[column as keyof typeof ROW] ?? 0);
}

const records = Uint32Array.from([
  ...record({ end: 1, index: 2, nameLength: 7, valueFrom: 7, valueLength: 3 }),
  ...record({
    ...{ block: 1, start: 4, end: 11, kind: 1, flags: FLAG.valueLiteral | FLAG.inserted, index: -1, size: -1 },
    ...{ valueFrom: 10, valueLength: 5, nameData: 4, nameEnd: 4, valueData: 6, valueEnd: 11 },
  }),
]);
const window = { from: 40, to: 42, records, text: ":methodGET" + "hello" };

test("a row of a window", () => {
  expect(records.length).toBe(2 * ROW_STRIDE);
  expect(rowIn(window, 40)).toMatchObject({
    row: 40,
    block: 0,
    kind: "indexed",
    index: 2,
    name: ":method",
    value: "GET",
  });
});

test("numbers above 2^31 are not negative", () => {
  expect(rowIn(window, 41)).toMatchObject({ index: 4294967295, size: 4294967295, kind: "incremental", value: "hello" });
});

test("strings", () => {
  const { strings = [] } = rowIn(window, 41) ?? {};
  expect(Array.from({ length: 12 }, (_, byte) => byte).filter((byte) => isInStrings(strings, byte))).toEqual([
    6, 7, 8, 9, 10,
  ]);
});

test("flags", () => {
  const row = rowIn(window, 41);
  expect(row && [hasFlag(row, "inserted"), hasFlag(row, "nameLiteral")]).toEqual([true, false]);
});

test.each([39, 42])("row %d is not in the window", (row) => {
  expect(rowIn(window, row)).toBeNull();
});

test("a block of a window, with its label", () => {
  const records = new Uint32Array(BLOCK_STRIDE);
  records.set([1, 79, 8, 6, 6, 1, 0, 0, 3, 76]);
  const window = { from: 2, to: 3, records, labels: ["stream 1"] };
  expect(blockIn(window, 2)).toMatchObject({
    block: 2,
    direction: 1,
    firstRow: 8,
    rows: 6,
    error: true,
    kindBytes: { indexed: 3, incremental: 76 },
    label: "stream 1",
  });
  expect(blockIn(window, 3)).toBeNull();
});

test("a frame of a window: its time to the nanosecond, and the block that it begins", () => {
  const records = Uint32Array.from([
    ...[7, 1, 1, 5, 3, 90, 12, 2, 1, FRAME_STATE.blockError, 1, -1, 0, 0, 4],
    ...[8, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 1_000_000, 0],
  ]);
  expect(records.length).toBe(2 * FRAME_STRIDE);
  const texts: [string, string, string][] = [
    ["HEADERS", "END_STREAM, END_HEADERS", "200"],
    ["DATA", "", ""],
  ];
  const window = { from: 20, total: 22, records, texts };
  const frame = frameIn(window, 20);
  expect(frame).toMatchObject({ frame: 7, sender: "server", stream: 3, block: 2, begins: true, line: "200" });
  expect(frame).toMatchObject({ since: 2 ** 33 - 1, time: null, type: "HEADERS", flags: "END_STREAM, END_HEADERS" });
  expect(frame && [hasState(frame, "blockError"), hasState(frame, "found")]).toEqual([true, false]);
  expect(frameIn(window, 21)).toMatchObject({ block: null, stream: 4294967295, time: 1 });
  expect(frameIn(window, 22)).toBeNull();
});
