/** What the panes ask of one block or field, through the package that reads captures. */
import { readFile } from "node:fs/promises";
import { framing as framingOf, type Inspector, initSync } from "@wasm-captures/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import type { FindHow } from "../../web/src/engine/reads";
import type {
  Diagnosis,
  Found,
  Framing,
  OpenOptions,
  PinView,
  Preview,
  Provenance,
  SessionTotals,
} from "../../web/src/engine/types";
import { has, rowIn } from "../../web/src/engine/windows";
import { openCapture } from "./opening";

beforeAll(async () => {
  const file = new URL("../../crate/wasm/pkg-captures/hpack_inspector_wasm_bg.wasm", import.meta.url);
  initSync({ module: await readFile(file) });
});

function open(text: string, options: Partial<OpenOptions> = {}): Inspector {
  const { inspector, opened } = openCapture(text, options);
  expect(opened.status).toBe("ok");
  return inspector;
}

/** SETTINGS, then a request in a padded HEADERS with a priority and a CONTINUATION. */
const FRAMES =
  "000000040000000000" + "00000c012900000001" + "03800000000f828684000100" + "000003090400000001" + "410161";

test("the frames of a block", () => {
  const framing = JSON.parse(framingOf(open(FRAMES), 0)) as Framing;
  expect(framing).toMatchObject({ stream: 1, promised: null, endStream: true, packet: 0 });
  const [headers, continuation] = framing.frames;
  expect(headers).toMatchObject({ frame: 1, kind: "HEADERS", start: 0, end: 3, padding: 3, paddingFault: 1 });
  expect(headers?.parts.map(({ name }) => name)).toEqual([
    "Length",
    "Type",
    "Flags",
    "Stream Identifier",
    "Pad Length",
    "Priority",
  ]);
  expect(continuation).toMatchObject({ frame: 2, kind: "CONTINUATION", start: 3, end: 6, padding: 0 });
  expect(JSON.parse(framingOf(open("828684"), 0))).toBeNull();
});

test("where name and value come from", () => {
  const inspector = open("4001610162\n\n7e0163\n\nbe82");
  const provenance = (row: number) => JSON.parse(inspector.provenance(row)) as Provenance | null;
  expect(provenance(2)).toEqual({
    name: { at: "literal", block: 0, byte: 1, row: 0 },
    value: { at: "literal", block: 1, byte: 1, row: 1 },
  });
  expect(provenance(3)?.value).toEqual({ at: "static", index: 2 });
  expect(provenance(4)).toBeNull();
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
    expect(JSON.parse(open(THREE).find(text, ...from, how))).toMatchObject({ before, place });
  });

  test("nothing is no text, and a guess is found once it is pinned", () => {
    const inspector = open("828684be", { start: "unknown" });
    expect(inspector.find("  ", 0, 0, "here")).toBe("null");
    expect(inspector.blocksWith("guessed")).toEqual(new Uint32Array());
    inspector.pin(0, -1, ":authority", "guessed");
    expect(inspector.blocksWith("guessed")).toEqual(new Uint32Array([0]));
  });
});

describe("a guess", () => {
  test.each([
    ["name and value", "x", { name: ":authority", value: "x" }],
    ["a name alone", undefined, { name: ":authority", value: "" }],
  ])("%s", (_, value, shown) => {
    const inspector = open("828684be", { start: "unknown" });
    const unknown = JSON.parse(inspector.provenance(3)) as Provenance;
    expect(unknown.name).toEqual({ at: "unknown", position: -1 });
    expect(inspector.pin(0, -1, ":authority", value)).toBe(true);
    const window = inspector.rows(0, 4);
    const row = window && rowIn({ from: 0, to: 4, records: window.records, text: window.text }, 3);
    expect(row).toMatchObject(shown);
    expect(row && [has(row, "nameUnknown"), has(row, "nameGuessed"), has(row, "valueGuessed")]).toEqual([
      true,
      true,
      value !== undefined,
    ]);
    const [pin] = JSON.parse(inspector.pins()) as PinView[];
    expect(pin).toMatchObject({ direction: 0, position: -1, name: ":authority", value: value ?? null, uses: 1 });
    inspector.unpin(0, -1);
    expect(JSON.parse(inspector.pins())).toEqual([]);
  });

  test("not at what is known", () => {
    expect(open("4001610162").pin(0, 0, "x", "y")).toBe(false);
  });
});

test("a cause is found, previewed, applied and undone", async () => {
  const lines = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
  const inspector = open(lines.split("\n").toSpliced(3, 1).slice(0, 30).join("\n"));
  const [first] = JSON.parse(inspector.diagnose(3)) as Diagnosis[];
  expect(first).toMatchObject({ cause: "missed-block", following: 20, wellFormedAfter: 20 });
  const change = JSON.stringify(first?.change);
  const preview = JSON.parse(inspector.previewChange(change, 3)) as Preview;
  expect(preview).toMatchObject({ more: 0, fault: null });
  expect(preview.fields).toContainEqual({ name: ":method", value: "GET", new: true });
  const changed = JSON.parse(inspector.applyChange(change)) as SessionTotals;
  expect(changed).toMatchObject({ faults: 0, blocks: 30, applied: { what: first?.what, gone: [] } });
  const undone = JSON.parse(inspector.undoChange()) as SessionTotals;

  // The applied change leaves rows unknown: what the session carries is then the least.
  expect([changed.unknownRows > 0, undone.unknownRows]).toEqual([true, 0]);
  expect(undone).toMatchObject({ blocks: 30, firstFault: 3, applied: null });
  expect(inspector.undoChange()).toBe("null");
  expect(JSON.parse(inspector.diagnose(0))).toEqual([]);
});
