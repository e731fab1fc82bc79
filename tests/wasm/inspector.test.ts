/** What the panes ask of a session, and the shapes in which the answers cross. */
import { readFile } from "node:fs/promises";
import { bestHuffmanEngine, explainInteger, huffmanEngines, type Inspector } from "@wasm/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import type { FindHow } from "../../web/src/engine/reads";
import { lettersOf } from "../../web/src/engine/shown-text";
import {
  BLOCK,
  type BlockDetail,
  type Diagnosis,
  type EngineReading,
  type Explanation,
  type Found,
  type HuffmanEngine,
  type IntegerExplanation,
  type OpenOptions,
  type PinView,
  type Preview,
  type Provenance,
  type SessionTotals,
  type TableView,
  type TimingResult,
  type Warning,
} from "../../web/src/engine/types";
import { blockIn, has, type Row, rowIn } from "../../web/src/engine/windows";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { asText, EXAMPLES } from "../appendix-c";
import { ALL, openText, readOf } from "./opening";

const ENGINES = (JSON.parse(huffmanEngines()) as HuffmanEngine[]).map(({ id }) => id);

function rowsOf(inspector: Inspector): Row[] {
  const window = inspector.rows(0, ALL);
  if (window === undefined) throw new Error("nothing is open");
  const { records, text } = window;
  const rows: Row[] = [];
  for (let row = rowIn({ from: 0, to: ALL, records, text }, 0); row !== null; ) {
    rows.push(row);
    row = rowIn({ from: 0, to: ALL, records, text }, rows.length);
  }
  return rows;
}

/** The rows of a text, which has to be read. */
function open(text: string | Uint8Array, options: Partial<OpenOptions> = {}) {
  const { inspector, opened } = openText(text, options);
  return { inspector, opened: readOf(opened), rows: rowsOf(inspector) };
}

const tableAt = (inspector: Inspector, row: number): TableView => JSON.parse(inspector.table(0, row, 0, 1000));

describe("RFC 7541, Appendix C", () => {
  test.each(EXAMPLES)("$section: blocks, rows and tables", ({ blocks, tableSize, ...example }) => {
    const { inspector, opened, rows } = open(asText({ blocks, tableSize, ...example }));
    expect(opened).toMatchObject({ blocks: blocks.length, faults: 0 });
    const { records } = inspector.blocks(0, 10) ?? { records: new Uint32Array() };
    for (const [number, { fields, table, size }] of blocks.entries()) {
      const block = blockIn({ from: 0, to: 10, records, labels: [] }, number);
      const [from, to] = [block?.firstRow ?? 0, (block?.firstRow ?? 0) + (block?.rows ?? 0)];
      expect(rows.slice(from, to).map(({ kind, name, value }) => [kind, name, value])).toEqual(fields);
      const { entries, fill } = tableAt(inspector, to - 1);
      expect(entries.map(({ size, name, value }) => [size, name, value])).toEqual(table);
      expect(entries.map(({ index }) => index)).toEqual(table.map((_, nth) => 62 + nth));
      expect(fill).toMatchObject({ size, maxSize: tableSize });
    }
  });

  test("an integer is explained", () => {
    const found: IntegerExplanation = JSON.parse(explainInteger(Uint8Array.of(0x1f, 0x9a, 0x0a), 5));
    expect(found).toMatchObject({ status: "ok", integer: { value: 1337, prefixBits: 5 } });
  });
});

describe("one field", () => {
  const C6 = EXAMPLES.find(({ section }) => section === "C.6");
  const { inspector, rows } = open(C6 === undefined ? "" : asText(C6));
  const GZIP = rows.findIndex(({ name }) => lettersOf(name) === "content-encoding");
  const { block, ...explanation }: Explanation = JSON.parse(inspector.explain(GZIP, 0));

  test("its step is explained part by part", () => {
    expect(explanation).toMatchObject({
      kind: "incremental",
      section: "RFC 7541 §6.2.1",
      start: 27,
      end: 32,
      insertion: { size: 52, stored: true, evictedTotal: 1, before: { size: 235 }, after: { size: 222 } },
      parts: [
        { part: "integer", role: "name-index", prefixBits: 6, value: 26 },
        { part: "reference", table: "static", name: "content-encoding", uses: "name" },
        { part: "integer", role: "value-length", huffman: true, value: 3 },
        { part: "string", text: "gzip", padding: null },
      ],
    });
    const string = explanation.parts.at(-1);
    expect(string?.part === "string" && string.characters[1]).toMatchObject({
      shown: "z",
      code: "1111011",
      from: 6,
      to: 13,
    });
  });

  test("its string is read by every engine in its own steps", () => {
    const string = explanation.parts.find((part) => part.part === "string");
    const readings: EngineReading[] = JSON.parse(inspector.lookUps(block, string?.start ?? 0, string?.end ?? 0));
    expect(readings.map(({ engine, symbols }) => [engine, symbols])).toEqual(ENGINES.map((engine) => [engine, 4]));
    expect(readings.find(({ engine }) => engine === "window12")?.steps[0]).toEqual({
      bit: 0,
      bits: 6,
      symbols: 1,
      number: 0,
      how: "table",
    });
    expect(inspector.lookUps(block, 0, 1000)).toBe("null");
    expect(inspector.lookUps(99, 0, 1)).toBe("null");
  });

  test("a reference leads to the byte that inserted its entry, and back", () => {
    const location = rows.findLastIndex(({ name, kind }) => lettersOf(name) === "location" && kind === "indexed");
    const { parts }: Explanation = JSON.parse(inspector.explain(location, 0));
    const reference = parts.find((part) => part.part === "reference");
    expect(reference).toMatchObject({ table: "dynamic", from: { block: 0, byte: 35, row: 3 } });
    expect([...inspector.usesOf(reference?.position ?? 0, 0)]).toContain(location);
    expect([inspector.rowAtByte(0, 35), inspector.rowAtByte(0, 999)]).toEqual([3, -1]);
    expect(tableAt(inspector, rows.length - 1).evicted.length).toBeGreaterThan(0);
    expect(tableAt(inspector, -1).entries).toEqual([]);
  });

  test("where its name and value come from", () => {
    const { inspector } = open("4001610162\n\n7e0163\n\nbe82");
    const provenance = (row: number): Provenance | null => JSON.parse(inspector.provenance(row));
    expect(provenance(2)).toEqual({
      name: { at: "literal", block: 0, byte: 1, row: 0 },
      value: { at: "literal", block: 1, byte: 1, row: 1 },
    });
    expect(provenance(3)?.value).toEqual({ at: "static", index: 2 });
    expect(provenance(4)).toBeNull();
  });

  test("with every engine it is the same", () => {
    expect(ENGINES).toContain(bestHuffmanEngine());
    for (const engine of [...ENGINES, "no such engine"]) {
      inspector.setEngine(engine);
      expect(rowsOf(inspector)).toEqual(rows);
    }
  });

  test("step times come with median and spread, and end", () => {
    inspector.startTiming(0);
    let result: TimingResult | null = null;
    for (let turn = 0; turn < 10_000 && !result?.done; turn++) result = JSON.parse(inspector.timingRound(20));
    expect(result).toMatchObject({ done: true, block: 0 });
    expect(result?.steps).toHaveLength(4);
    for (const { step } of result?.steps ?? []) {
      const { low = 0, median = 0, high = 0 } = step ?? {};
      expect(low > 0 && low <= median && median <= high).toBe(true);
    }
    expect(result?.whole?.median).toBeGreaterThan(0);
    inspector.stopTiming();
    expect(inspector.timingRound(20)).toBe("null");
  });

  test("a window beyond the end is empty", () => {
    expect(inspector.rows(1000, 2000)?.records).toHaveLength(0);
    expect(inspector.blocks(5, 2)?.records).toHaveLength(0);
  });
});

describe("opening", () => {
  test("a broken block says where and why, and what was readable is there", () => {
    const { inspector, opened, rows } = open("828084");
    expect(opened).toMatchObject({ faults: 1, firstFault: 0, offerUnknownStart: false });
    expect(rows.map(({ name }) => name)).toEqual([":method"]);
    const { fault }: BlockDetail = JSON.parse(inspector.block(0));
    expect(fault).toMatchObject({ code: "index-zero", fieldOffset: 1, at: 1, bit: 0, section: "RFC 7541 §6.1" });
    expect(JSON.parse(inspector.explainFault(0, 0))).toMatchObject({ row: null, kind: "indexed", start: 1 });
    expect(inspector.block(1)).toBe("null");
  });

  test("a block from the middle is offered as such, then labeled; entries from before give its fields", () => {
    expect(open("82be").opened).toMatchObject({ faults: 1, offerUnknownStart: true });
    const { opened, rows } = open("82be", { start: "unknown" });
    expect(opened).toMatchObject({ faults: 0, offerUnknownStart: false });
    expect(rows[1] && has(rows[1], "nameUnknown") && has(rows[1], "valueUnknown")).toBe(true);
    const known = open("82be", { prior: [["x-crate", "pine"]] });
    expect(known.rows[1]).toMatchObject({ name: "x-crate", value: "pine" });
  });

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

  test.each(["{", '{"maxTableSize":-1}', '{"maxTableSize":1.5}', '{"blocks":"no"}', '{"prior":[["a"]]}'])(
    "options that are none are refused: %s",
    (options) => {
      const { inspector } = open("82");
      const answer = JSON.parse(inspector.open(new TextEncoder().encode("82"), options));
      expect(answer).toMatchObject({ status: "refused", kind: "options" });
    },
  );
});

test("the warnings of a block come in windows", () => {
  // 200,000 fields, each with a name in upper case.
  const bytes = new Uint8Array(200_004).fill(0xbe);
  bytes.set([0x40, 1, 0x41, 1, 0x62]);
  const { inspector } = openText(bytes, { content: "blocks" });
  expect(inspector.blocks(0, 1)?.records[BLOCK.warnings]).toBe(200_000);
  const items = inspector.warningItems(0);
  expect([items.length, items[0], items[199_999]]).toEqual([200_000, 0, 199_999]);
  const window: Warning[] = JSON.parse(inspector.warnings(0, 100_000, 100_002));
  expect(window.map(({ code, item }) => [code, item])).toEqual([
    ["uppercase-name", 100_000],
    ["uppercase-name", 100_001],
  ]);
  expect([inspector.warnings(0, 200_000, 300_000), inspector.warnings(1, 0, 10)]).toEqual(["[]", "[]"]);
  // The block as a whole says nothing of them.
  expect(inspector.block(0).length).toBeLessThan(1000);
});

describe("looking for something", () => {
  /** :method GET, :scheme http, :path /, an authority; it again, a path and a field that is never indexed; a fault. */
  const THREE = "828684410f7777772e6578616d706c652e636f6d\n\nbe44072f4c6f672f696e1001610162\n\n8780";
  const FAULT = 0xffff_ffff;

  test.each<[text: string, from: [number, number], how: FindHow, before: number | null, place: Found["place"]]>([
    ["EXAMPLE", [0, 0], "here", 0, { block: 0, row: 3 }],
    ["EXAMPLE", [0, 3], "here", 0, { block: 0, row: 3 }],
    ["EXAMPLE", [0, 3], "next", 1, { block: 1, row: 4 }],
    ["EXAMPLE", [1, 4], "next", 0, { block: 0, row: 3 }],
    ["EXAMPLE", [0, 3], "previous", 1, { block: 1, row: 4 }],
    ["error=any", [0, 0], "here", 0, { block: 2, row: null }],
    ["error=any | :path:", [2, FAULT], "here", 2, { block: 2, row: null }],
    ["error=any | :path:", [2, FAULT], "next", 0, { block: 0, row: 2 }],
    ["error=any | :path:", [2, FAULT], "previous", 1, { block: 1, row: 5 }],
    ["nowhere", [0, 0], "next", null, null],
  ])("%s from %j, %s", (text, from, how, before, place) => {
    expect(JSON.parse(open(THREE).inspector.find(text, ...from, how))).toMatchObject({ before, place });
  });

  test("nothing is no text, and a guess is found once it is pinned", () => {
    const { inspector } = open("828684be", { start: "unknown" });
    expect(inspector.find("  ", 0, 0, "here")).toBe("null");
    expect(inspector.blocksWith("guessed")).toEqual(new Uint32Array());
    inspector.pin(0, -1, ":authority", "guessed");
    expect(inspector.blocksWith("guessed")).toEqual(new Uint32Array([0]));
  });
});

test.each([
  ["name and value", "x"],
  ["a name alone", undefined],
])("a guess: %s", (_, value) => {
  const { inspector } = open("828684be", { start: "unknown" });
  const unknown: Provenance = JSON.parse(inspector.provenance(3));
  expect(unknown.name).toEqual({ at: "unknown", position: -1 });
  expect(inspector.pin(0, -1, ":authority", value)).toBe(true);
  const row = rowsOf(inspector)[3];
  expect(row).toMatchObject({ name: ":authority", value: value ?? "" });
  const flags = (["nameUnknown", "nameGuessed", "valueGuessed"] as const).map((flag) => row && has(row, flag));
  expect(flags).toEqual([true, true, value !== undefined]);
  const pins: PinView[] = JSON.parse(inspector.pins());
  expect(pins).toMatchObject([{ direction: 0, position: -1, name: ":authority", value: value ?? null, uses: 1 }]);
  inspector.unpin(0, -1);
  expect(inspector.pins()).toBe("[]");
  expect(open("4001610162").inspector.pin(0, 0, "x", "y")).toBe(false);
});

test("a cause is found, previewed, applied and undone", async () => {
  const lines = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
  const { inspector } = open(lines.split("\n").toSpliced(3, 1).slice(0, 30).join("\n"));
  const [first]: Diagnosis[] = JSON.parse(inspector.diagnose(3));
  expect(first).toMatchObject({ cause: "missed-block", following: 20, wellFormedAfter: 20 });
  const change = JSON.stringify(first?.change);
  const preview: Preview = JSON.parse(inspector.previewChange(change, 3));
  expect(preview).toMatchObject({ more: 0, fault: null });
  expect(preview.fields).toContainEqual({ name: ":method", value: "GET", new: true });
  const changed: SessionTotals = JSON.parse(inspector.applyChange(change));
  expect(changed).toMatchObject({ faults: 0, blocks: 30, applied: { what: first?.what, gone: [] } });
  const undone: SessionTotals = JSON.parse(inspector.undoChange());
  // The applied change leaves rows unknown: what the session carries is then the least.
  expect([changed.unknownRows > 0, undone.unknownRows]).toEqual([true, 0]);
  expect(undone).toMatchObject({ blocks: 30, firstFault: 3, applied: null });
  expect([inspector.undoChange(), inspector.diagnose(0)]).toEqual(["null", "[]"]);
});
