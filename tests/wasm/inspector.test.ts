import { readFile } from "node:fs/promises";
import { bestHuffmanEngine, explainInteger, huffmanEngines, Inspector, initSync } from "@wasm/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  BLOCK,
  BLOCK_STRIDE,
  type BlockDetail,
  type EngineReading,
  type Explanation,
  FLAG,
  type HuffmanEngine,
  type IntegerExplanation,
  KINDS,
  type Opened,
  type OpenOptions,
  ROW,
  ROW_STRIDE,
  type TableView,
  type TimingResult,
  type Warning,
} from "../../web/src/engine/types";
import { asText, EXAMPLES } from "../appendix-c";

const ENGINES = ["walk", "nibble", "window8", "window12", "window16", "window14"];

const OPTIONS: OpenOptions = {
  blocks: "auto",
  sides: "one",
  format: null,
  content: null,
  part: null,
  start: "fresh",
  maxTableSize: 4096,
  prior: [],
  engine: "window16",
};

let engines: HuffmanEngine[] = [];

beforeAll(async () => {
  const module = await readFile(new URL("../../crate/wasm/pkg/hpack_inspector_wasm_bg.wasm", import.meta.url));
  initSync({ module });
  engines = JSON.parse(huffmanEngines()) as HuffmanEngine[];
});

function open(text: string | Uint8Array, options: Partial<OpenOptions> = {}) {
  const inspector = new Inspector();
  const input = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const opened = JSON.parse(inspector.open(input, JSON.stringify({ ...OPTIONS, ...options }))) as Opened;
  return { inspector, opened };
}

type Row = { kind: string; name: string; value: string; numbers: Uint32Array };

function rows(inspector: Inspector): Row[] {
  const window = inspector.rows(0, 1_000_000);
  if (!window) throw new Error("nothing is open");
  const { records, text } = window;
  return Array.from({ length: records.length / ROW_STRIDE }, (_, i) => {
    const numbers = records.subarray(i * ROW_STRIDE, (i + 1) * ROW_STRIDE);
    const cut = (from: number, length: number) =>
      text.slice(numbers[from], (numbers[from] ?? 0) + (numbers[length] ?? 0));
    return {
      kind: KINDS[numbers[ROW.kind] ?? 0] ?? "",
      name: cut(ROW.nameFrom, ROW.nameLength),
      value: cut(ROW.valueFrom, ROW.valueLength),
      numbers,
    };
  });
}

const table = (inspector: Inspector, row: number) => JSON.parse(inspector.table(0, row, 0, 1000)) as TableView;

describe("RFC 7541, Appendix C, through the WebAssembly package", () => {
  for (const example of EXAMPLES) {
    for (const engine of ENGINES) {
      test(`${example.section} with ${engine}`, () => {
        const { inspector, opened } = open(asText(example), { engine });
        expect(opened).toMatchObject({ status: "ok", blocks: example.blocks.length, faults: 0 });
        const all = rows(inspector);
        const blocks = inspector.blocks(0, 10)?.records ?? new Uint32Array();
        example.blocks.forEach((block, i) => {
          const record = blocks.subarray(i * BLOCK_STRIDE, (i + 1) * BLOCK_STRIDE);
          const first = record[BLOCK.firstRow] ?? 0;
          const last = first + (record[BLOCK.rows] ?? 0);
          expect(all.slice(first, last).map(({ kind, name, value }) => [kind, name, value])).toEqual(block.fields);
          const after = table(inspector, last - 1);
          expect(after.entries.map(({ size, name, value }) => [size, name, value])).toEqual(block.table);
          expect(after.entries.map(({ index }) => index)).toEqual(block.table.map((_, nth) => 62 + nth));
          expect(after.fill.size).toBe(block.size);
          expect(after.fill.maxSize).toBe(example.tableSize);
        });
      });
    }
  }

  test("every engine of the package is tried here", () => {
    expect(engines.map(({ id }) => id)).toEqual(ENGINES);
    expect(engines.map(({ id }) => id)).toContain(bestHuffmanEngine());
  });

  test.each([
    ["C.1.1", [0x0a], 5, 10],
    ["C.1.2", [0x1f, 0x9a, 0x0a], 5, 1337],
    ["C.1.3", [0x2a], 8, 42],
  ] as const)("%s", (_section, bytes, prefix, value) => {
    const found = JSON.parse(explainInteger(new Uint8Array(bytes), prefix)) as IntegerExplanation;
    expect(found).toMatchObject({ status: "ok", integer: { value, prefixBits: prefix } });
  });
});

describe("what the page asks", () => {
  const C6 = EXAMPLES.find(({ section }) => section === "C.6");
  const c6 = () => open(C6 ? asText(C6) : "");

  test("a step is explained part by part", () => {
    const { inspector } = c6();
    const row = rows(inspector).findIndex(({ name }) => name === "content-encoding");
    const explanation = JSON.parse(inspector.explain(row, 0)) as Explanation;
    expect(explanation).toMatchObject({
      kind: "incremental",
      section: "RFC 7541 §6.2.1",
      start: 27,
      end: 32,
      insertion: { size: 52, stored: true, evictedTotal: 1, before: { size: 235 }, after: { size: 222 } },
    });
    expect(explanation.parts.map(({ part }) => part)).toEqual(["integer", "reference", "integer", "string"]);
    const [index, reference, length, string] = explanation.parts;
    expect(index).toMatchObject({ role: "name-index", prefixBits: 6, value: 26 });
    expect(reference).toMatchObject({ table: "static", name: "content-encoding", uses: "name" });
    expect(length).toMatchObject({ role: "value-length", huffman: true, value: 3 });
    expect(string).toMatchObject({
      text: "gzip",
      padding: null,
      characters: [
        { shown: "g", code: "100110", from: 0, to: 6 },
        { shown: "z", code: "1111011", from: 6, to: 13 },
        { shown: "i", code: "00110", from: 13, to: 18 },
        { shown: "p", code: "101011", from: 18, to: 24 },
      ],
    });
  });

  test("a string is read by every engine in its own steps", () => {
    const { inspector } = c6();
    const row = rows(inspector).findIndex(({ name }) => name === "content-encoding");
    const { block, parts } = JSON.parse(inspector.explain(row, 0)) as Explanation;
    const string = parts.find((part) => part.part === "string");
    const readings = JSON.parse(inspector.lookUps(block, string?.start ?? 0, string?.end ?? 0)) as EngineReading[];
    expect(readings.map(({ engine }) => engine)).toEqual(ENGINES);
    expect(readings.map(({ symbols }) => symbols)).toEqual(ENGINES.map(() => 4));
    expect(readings.find(({ engine }) => engine === "nibble")).toMatchObject({ lookUps: 6, bits: 24, fallbacks: 0 });
    expect(readings.find(({ engine }) => engine === "window12")).toMatchObject({
      bits: 24,
      firstFallback: null,
      steps: expect.arrayContaining([{ bit: 0, bits: 6, symbols: 1, number: 0, how: "table" }]),
    });
    expect(inspector.lookUps(block, 0, 1000)).toBe("null");
    expect(inspector.lookUps(99, 0, 1)).toBe("null");
  });

  test("a reference leads to the byte that inserted its entry, and back", () => {
    const { inspector } = c6();
    const all = rows(inspector);
    const last = all.length - 1;
    const location = all.findLastIndex(({ name, kind }) => name === "location" && kind === "indexed");
    const explanation = JSON.parse(inspector.explain(location, 0)) as Explanation;
    const reference = explanation.parts.find(({ part }) => part === "reference");
    expect(reference).toMatchObject({ table: "dynamic", from: { block: 0, byte: 35, row: 3 } });
    if (reference?.part !== "reference") throw new Error("no reference");
    expect(Array.from(inspector.usesOf(reference.position ?? 0, 0))).toContain(location);
    expect(inspector.rowAtByte(0, 35)).toBe(3);
    expect(inspector.rowAtByte(0, 999)).toBe(-1);
    expect(table(inspector, last).evicted.length).toBeGreaterThan(0);
    expect(table(inspector, -1).entries).toEqual([]);
  });

  test("bytes know their places in the text, in UTF-16 units", () => {
    const text = "# gruß 𝄞\n82 86\n";
    const { inspector } = open(text);
    expect(Array.from(inspector.bytes(0))).toEqual([0x82, 0x86]);
    const places = inspector.places(0);
    expect(text.slice(places[0], places[1])).toBe("82");
    expect(text.slice(places[2], places[3])).toBe("86");
  });

  test("a file in UTF-16 goes on as text, to which the places refer", () => {
    const { inspector, opened } = open(new Uint8Array(Buffer.from("\ufeff82 86", "utf16le")));
    expect(opened).toMatchObject({ status: "ok", blockBytes: 2 });
    const text = opened.status === "ok" ? opened.text : null;
    const places = inspector.places(0);
    expect(text?.slice(places[2], places[3])).toBe("86");
  });

  test("a broken block says where and why, and what was readable is there", () => {
    const { inspector, opened } = open("828084");
    expect(opened).toMatchObject({ status: "ok", faults: 1, firstFault: 0, offerUnknownStart: false });
    expect(rows(inspector).map(({ name }) => name)).toEqual([":method"]);
    const detail = JSON.parse(inspector.block(0)) as BlockDetail;
    expect(detail.fault).toMatchObject({ code: "index-zero", fieldOffset: 1, at: 1, bit: 0, section: "RFC 7541 §6.1" });
    expect(JSON.parse(inspector.explainFault(0, 0))).toMatchObject({ row: null, kind: "indexed", start: 1 });
    expect(inspector.block(1)).toBe("null");
  });

  test("a block from the middle: offered, then labeled", () => {
    expect(open("82be").opened).toMatchObject({ faults: 1, offerUnknownStart: true });
    const { inspector, opened } = open("82be", { start: "unknown" });
    expect(opened).toMatchObject({ faults: 0, offerUnknownStart: false });
    const flags = rows(inspector)[1]?.numbers[ROW.flags] ?? 0;
    expect(flags & FLAG.nameUnknown && flags & FLAG.valueUnknown).toBeTruthy();
    const known = open("82be", { prior: [["x-crate", "pine"]] });
    expect(known.opened).toMatchObject({ faults: 0 });
    expect(rows(known.inspector)[1]).toMatchObject({ name: "x-crate", value: "pine" });
  });

  test("text that cannot be read is refused with its place", () => {
    expect(open("82 8g").opened).toMatchObject({ status: "refused", line: 1, column: 5, offset: 4 });
    expect(open("").opened).toMatchObject({ status: "refused" });
  });

  test("entries that were there before keep every character, and options that are none are refused", () => {
    const name = 'a"b\\c/\n\t\u0001\u007fé😀';
    const { inspector } = open("be", { prior: [[name, "v"]] });
    expect(JSON.parse(inspector.wholeFields(0, 1))).toMatchObject([{ name, value: "v" }]);
    for (const options of [
      "{",
      '{"maxTableSize":-1}',
      '{"maxTableSize":1.5}',
      '{"blocks":"no"}',
      '{"prior":[["a"]]}',
    ]) {
      const answer: Opened = JSON.parse(inspector.open(new TextEncoder().encode("82"), options));
      expect(answer, options).toMatchObject({ status: "refused", kind: "options" });
    }
    expect(rows(inspector)).toHaveLength(1);
  });

  test("what was open stays open when the next input is refused", () => {
    const { inspector } = open("82");
    inspector.open(new TextEncoder().encode("82 8g"), JSON.stringify(OPTIONS));
    expect(rows(inspector)).toHaveLength(1);
  });

  test("another engine gives the same rows", () => {
    const { inspector } = c6();
    const before = rows(inspector);
    inspector.setEngine("walk");
    expect(rows(inspector)).toEqual(before);
    inspector.setEngine("no such engine");
    expect(rows(inspector)).toEqual(before);
  });

  test("step times come with median and spread, and end", () => {
    const { inspector } = c6();
    inspector.startTiming(0);
    let result: TimingResult | null = null;
    for (let turn = 0; turn < 10_000 && !result?.done; turn++) {
      result = JSON.parse(inspector.timingRound(20)) as TimingResult;
    }
    expect(result).toMatchObject({ done: true, block: 0, engine: "window16" });
    expect(result?.steps).toHaveLength(4);
    for (const { step } of result?.steps ?? []) {
      if (step === null) throw new Error("a step was not measured");
      expect(step.low).toBeLessThanOrEqual(step.median);
      expect(step.median).toBeLessThanOrEqual(step.high);
      expect(step.median).toBeGreaterThan(0);
    }
    expect(result?.whole?.median).toBeGreaterThan(0);
    inspector.stopTiming();
    expect(inspector.timingRound(20)).toBe("null");
  });

  test("a window beyond the end is empty", () => {
    const { inspector } = c6();
    expect(inspector.rows(1000, 2000)?.records).toHaveLength(0);
    expect(inspector.blocks(5, 2)?.records).toHaveLength(0);
  });
});

test("the warnings of a block come in windows", () => {
  // 200,000 fields, each with a name in upper case.
  const bytes = new Uint8Array(200_004).fill(0xbe);
  bytes.set([0x40, 1, 0x41, 1, 0x62]);
  const { inspector } = open(bytes, { content: "blocks" });
  expect(inspector.blocks(0, 1)?.records[BLOCK.warnings]).toBe(200_000);
  const items = inspector.warningItems(0);
  expect([items.length, items[0], items[199_999]]).toEqual([200_000, 0, 199_999]);
  const window: Warning[] = JSON.parse(inspector.warnings(0, 100_000, 100_002));
  expect(window.map(({ code, item }) => [code, item])).toEqual([
    ["uppercase-name", 100_000],
    ["uppercase-name", 100_001],
  ]);
  expect(JSON.parse(inspector.warnings(0, 200_000, 300_000))).toEqual([]);
  expect(JSON.parse(inspector.warnings(1, 0, 10))).toEqual([]);
  // The block as a whole says nothing of them.
  expect(inspector.block(0).length).toBeLessThan(1000);
});
