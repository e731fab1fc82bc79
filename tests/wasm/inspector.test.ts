/** What the panes ask of a session, and the shapes in which the answers cross. */
import { readFile } from "node:fs/promises";
import type { Inspector } from "@wasm/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import type { FindHow } from "../../web/src/engine/reads";
import {
  BLOCK,
  type Diagnosis,
  type Found,
  type OpenOptions,
  type PinView,
  type SessionTotals,
  type TableView,
  type Warning,
} from "../../web/src/engine/types";
import { blockIn, hasFlag, type Row, rowIn } from "../../web/src/engine/windows";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { asText, EXAMPLES } from "../appendix-c";
import { ALL, openText, readOf } from "./opening";

function rowsOf(inspector: Inspector): Row[] {
  const window = inspector.rows(0, ALL);
  if (window === undefined) throw new Error("nothing is open");
  const { records, text } = window;
  const all = { from: 0, to: ALL, records, text };
  const rows: Row[] = [];
  for (let row = rowIn(all, 0); row !== null; row = rowIn(all, rows.length)) rows.push(row);
  return rows;
}

/** The rows of a text, which has to be read. */
function open(text: string | Uint8Array, options: Partial<OpenOptions> = {}) {
  const { inspector, opened } = openText(text, options);
  return { inspector, opened: readOf(opened), rows: rowsOf(inspector) };
}

test.each(EXAMPLES)("RFC 7541 $section: blocks, rows and tables", (example) => {
  const { inspector, opened, rows } = open(asText(example));
  expect(opened).toMatchObject({ blocks: example.blocks.length, undecodableBlocks: 0 });
  const { records } = inspector.blocks(0, 10) ?? { records: new Uint32Array() };
  for (const [number, { fields, table, size }] of example.blocks.entries()) {
    const block = blockIn({ from: 0, to: 10, records, labels: [] }, number);
    const [from, to] = [block?.firstRow ?? 0, (block?.firstRow ?? 0) + (block?.rows ?? 0)];
    expect(rows.slice(from, to).map(({ kind, name, value }) => [kind, name, value])).toEqual(fields);
    const { entries, fill }: TableView = JSON.parse(inspector.table(0, to - 1, 0, 1000));
    expect(entries.map(({ index, size, name, value }) => [index, size, name, value])).toEqual(
      table.map((entry, nth) => [62 + nth, ...entry]),
    );
    expect(fill).toMatchObject({ size, maxSize: example.tableSize });
  }
});

test("what is not there is null or empty", () => {
  const { inspector } = open("8286");
  expect([inspector.rows(1000, 2000), inspector.blocks(5, 2)].map((found) => found?.records.length)).toEqual([0, 0]);
  const nulls = [inspector.block(1), inspector.lookUps(99, 0, 1), inspector.find("  ", 0, 0, "here")];
  expect([...nulls, inspector.undoChange()]).toEqual(Array(4).fill("null"));
  expect([inspector.rowAtByte(0, 1), inspector.rowAtByte(0, 999), inspector.diagnose(9)]).toEqual([1, -1, "[]"]);
});

describe("opening", () => {
  test("entries from before keep every character", () => {
    const name = 'a"b\\c/\n\t\u0001\u007fé😀';
    const { inspector } = open("be", { prior: [[name, "v"]] });
    expect(JSON.parse(inspector.wholeFields(0, 1))).toMatchObject([{ name, value: "v" }]);
  });

  test("text that cannot be read is refused with its place, and what was open stays open", () => {
    expect(openText("").opened).toMatchObject({ status: "refused" });
    expect(openText("82 8g").opened).toMatchObject({ status: "refused", line: 1, column: 5, offset: 4 });
    const { inspector } = open("82");
    inspector.open(new TextEncoder().encode("82 8g"), JSON.stringify(DEFAULT_OPTIONS));
    expect(rowsOf(inspector)).toHaveLength(1);
  });

  const BAD = ["{", '{"maxTableSize":-1}', '{"maxTableSize":1.5}', '{"blocks":"no"}', '{"prior":[["a"]]}'];
  test.each(BAD)("options that are none are refused: %s", (options) => {
    const answer = JSON.parse(open("82").inspector.open(new TextEncoder().encode("82"), options));
    expect(answer).toMatchObject({ status: "refused", kind: "options" });
  });
});

test("the warnings of a block come in windows", () => {
  // 200,000 fields, each with a name in upper case.
  const bytes = new Uint8Array(200_004).fill(0xbe);
  bytes.set([0x40, 1, 0x41, 1, 0x62]);
  const { inspector } = openText(bytes, { content: "blocks" });
  expect(inspector.blocks(0, 1)?.records[BLOCK.warnings]).toBe(200_000);
  const items = inspector.warningItems(0);
  expect([items.length, items[0], items[199_999]]).toEqual([200_000, 0, 199_999]);
  const window: Warning[] = JSON.parse(inspector.warnings(0, 100_000, 100_001));
  expect(window.map(({ code, item }) => [code, item])).toEqual([["uppercase-name", 100_000]]);
  expect([inspector.warnings(0, 200_000, 300_000), inspector.warnings(1, 0, 10)]).toEqual(["[]", "[]"]);
  // The block as a whole says nothing of them.
  expect(inspector.block(0).length).toBeLessThan(1000);
});

describe("looking for something", () => {
  /** :method GET, :scheme http, :path /, an authority; it again, a path and a field that is never indexed; an error. */
  const THREE = "828684410f7777772e6578616d706c652e636f6d\n\nbe44072f4c6f672f696e1001610162\n\n8780";
  const ERROR_ROW = 0xffff_ffff;

  test.each<[text: string, from: [number, number], how: FindHow, before: number | null, place: Found["place"]]>([
    ["EXAMPLE", [0, 3], "here", 0, { block: 0, row: 3 }],
    ["EXAMPLE", [0, 3], "next", 1, { block: 1, row: 4 }],
    ["EXAMPLE", [1, 4], "next", 0, { block: 0, row: 3 }],
    ["error=any | :path:", [2, ERROR_ROW], "here", 2, { block: 2, row: null }],
    ["error=any | :path:", [2, ERROR_ROW], "next", 0, { block: 0, row: 2 }],
    ["error=any | :path:", [2, ERROR_ROW], "previous", 1, { block: 1, row: 5 }],
    ["nowhere", [0, 0], "next", null, null],
  ])("%s from %j, %s", (text, from, how, before, place) => {
    expect(JSON.parse(open(THREE).inspector.find(text, ...from, how))).toMatchObject({ before, place });
  });
});

test.each(["x", undefined])("a guess at a name with the value %s", (value) => {
  const { inspector } = open("828684be", { start: "unknown" });
  expect(inspector.pin(0, -1, ":authority", value)).toBe(true);
  const row = rowsOf(inspector)[3] as Row;
  expect(row).toMatchObject({ name: ":authority", value: value ?? "" });
  expect([hasFlag(row, "nameGuessed"), hasFlag(row, "valueGuessed")]).toEqual([true, value !== undefined]);
  const pins: PinView[] = JSON.parse(inspector.pins());
  expect(pins).toMatchObject([{ direction: 0, position: -1, name: ":authority", value: value ?? null, uses: 1 }]);
  expect(inspector.blocksWith(":authority")).toEqual(new Uint32Array([0]));
  inspector.unpin(0, -1);
  expect(inspector.pins()).toBe("[]");
  expect(open("4001610162").inspector.pin(0, 0, "x", "y")).toBe(false);
});

test("a change that is applied leaves rows unknown, and undone it does not", async () => {
  const lines = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
  const { inspector } = open(lines.split("\n").toSpliced(3, 1).slice(0, 30).join("\n"));
  const [first]: Diagnosis[] = JSON.parse(inspector.diagnose(3));
  const changed: SessionTotals = JSON.parse(inspector.applyChange(JSON.stringify(first?.change)));
  expect(changed).toMatchObject({ undecodableBlocks: 0, blocks: 30, applied: { what: first?.what, removed: [] } });
  const undone: SessionTotals = JSON.parse(inspector.undoChange());
  expect(undone).toMatchObject({ blocks: 30, firstError: 3, unknownRows: 0, applied: null });
  expect(changed.unknownRows).toBeGreaterThan(0);
});
