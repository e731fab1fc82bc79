import { compose, type Inspector, written } from "@wasm/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import {
  addBlock,
  type Building,
  buildingOf,
  choose,
  compositionOf,
  insertFields,
  NOTHING,
  setChanges,
  setSensitive,
} from "../../web/src/encode/composition";
import { BUILD_EXAMPLES } from "../../web/src/encode/examples";
import { exportOf } from "../../web/src/encode/export/blocks";
import { FORMAT_GROUPS } from "../../web/src/encode/export/formats";
import { asInput } from "../../web/src/encode/export/input";
import { buildingOfBlock } from "../../web/src/encode/from-inspect";
import { chosenRepresentation, framingOf, hexBytes, placeOf, selectionOf } from "../../web/src/encode/shown";
import type { Reader } from "../../web/src/engine/reader";
import { READS as CALLS } from "../../web/src/engine/reads";
import type { Composed } from "../../web/src/engine/types";
import { blockIn, rowIn } from "../../web/src/engine/windows";
import { exampleOf } from "../appendix-c";
import { bytesOf as captureOf } from "../captures";
import { ALL, openCapture, openText, readOf } from "./opening";

type Session = Pick<Inspector, "block" | "blocks" | "bytes" | "rows" | "table" | "wholeFields" | "wholeTable">;

const composed = (building: Building) => JSON.parse(compose(JSON.stringify(compositionOf(building)))) as Composed;

function example(id: string): Building {
  const found = BUILD_EXAMPLES.find((example) => example.id === id);
  if (found === undefined) throw new Error(id);
  return buildingOf(found.composition);
}

/** Everything at once: entries from before, sizes that change, sensitive fields, bytes that are no text, an empty block. */
function everything(): Building {
  const prior = [
    { name: "x-kept", value: "1" },
    { name: "accept", value: "*/*" },
  ];
  let building: Building = { ...NOTHING, limit: 512, prior };
  building = insertFields(building, { block: 0, row: 0 }, [
    { name: ":method", value: "GET" },
    { name: "x-kept", value: "1" },
    { name: "cookie", value: 'a="\\u{1f36a}\\"; \u{1f36a}' },
    { name: "x-bin", value: "\ufffd", valueHex: "00ff0a0d7f" },
  ]);
  building = setSensitive(building, { block: 0, row: 2 }, true);
  building = addBlock(building, 0, false);
  building = setChanges(building, 1, [{ limit: 128 }]);
  building = addBlock(building, 1, false);
  building = setChanges(building, 2, [{ limit: 256 }, { maximum: 200 }]);
  building = insertFields(building, { block: 2, row: 0 }, [
    { name: "accept", value: "*/*" },
    { name: "x-long", value: "z".repeat(300) },
    { name: "", value: "" },
  ]);
  building = choose(
    building,
    { block: 2, row: 0 },
    { kind: "incremental", index: 19, nameHuffman: null, valueHuffman: false },
  );
  return building;
}

const BUILDINGS: [string, () => Building][] = [
  ...BUILD_EXAMPLES.map(({ id }): [string, () => Building] => [id, () => example(id)]),
  ["everything", everything],
];

test.each([
  ["c4", "C.4"],
  ["c6", "C.6"],
])("the example %s is RFC 7541 %s", (id, section) => {
  const expected = exampleOf(section).blocks.map(({ hex }) => hex);
  expect(composed(example(id)).blocks.map(({ hex }) => hex)).toEqual(expected);
});

describe.each(BUILDINGS)("%s", (_, make) => {
  test("covers every byte with what its kind is, and frames carry them", () => {
    for (const block of composed(make()).blocks) {
      const bytes = hexBytes(block.hex);
      const ranges = [...block.sizeUpdates, ...block.rows];
      expect(ranges.map(({ start }) => start)).toEqual([0, ...ranges.map(({ end }) => end)].slice(0, ranges.length));
      expect(ranges.at(-1)?.end ?? 0).toBe(bytes.length);
      for (const [nth, { start, end, parts, padding }] of framingOf(block).frames.entries()) {
        const [high = 0, middle = 0, low = 0, ...rest] = parts[0]?.bytes ?? [];
        const length = (high << 16) | (middle << 8) | low;
        expect(length).toBe(block.frames[nth]?.length);
        // Six bytes of the header follow the length.
        expect(rest.length - 6 + (end - start) + padding).toBe(length);
      }
      for (const row of block.rows) expect(chosenRepresentation(row)?.bytes).toBe(row.end - row.start);
    }
  });

  test.each(["paragraphs", "text"])("opens in Inspect as %s as it was built: fields and bytes", (form) => {
    const building = make();
    const built = composed(building);
    const whole = { text: written(JSON.stringify(compositionOf(building)), "text"), options: {} };
    const { text, options } = (form === "text" ? null : asInput(building, built)) ?? whole;
    const { inspector, opened } = openText(text, options);
    const blocks = built.blocks.filter(({ hex }) => hex !== "");
    expect(opened).toMatchObject({ status: "ok", blocks: blocks.length, undecodableBlocks: 0, problems: 0 });
    let row = 0;
    for (const [number, block] of blocks.entries()) {
      expect(hexOf(inspector.bytes(number))).toBe(block.hex);
      row += block.sizeUpdates.length;
      for (const nth of block.rows.keys()) {
        const place = { block: built.blocks.indexOf(block), row: nth };
        expect(selectionOf(built, place)).toMatchObject({ block: number, row });
        expect(placeOf(built, row)).toEqual(place);
        const { name, value, valueHex } = building.blocks[place.block]?.rows[nth] ?? {};
        const [field] = JSON.parse(inspector.wholeFields(row, row + 1));
        expect(field).toMatchObject(valueHex === undefined ? { name, value } : { name, valueHex });
        row += 1;
      }
    }
  });

  const read = FORMAT_GROUPS.filter(({ title }) => title !== "Complete test").flatMap(({ formats }) => formats);
  test.each(read.map((format) => [format.title, format] as const))("as %s it is read back", (_, format) => {
    const building = make();
    const built = exportOf(building, composed(building));
    const text = format.write?.(built) ?? written(JSON.stringify(compositionOf(building)), format.id);
    const { inspector, opened } = (format.id === "frames" ? openCapture : openText)(text);
    expect(opened).toMatchObject({ status: "ok", ...(format.id === "story" ? { undecodableBlocks: 0 } : {}) });
    // A story begins with a block that makes the table, where it has to.
    const more = (opened.status === "ok" ? opened.blocks : 0) - built.blocks.length;
    expect(more).toBe(format.id === "story" && (built.entries > 0 || built.maximum !== 4096) ? 1 : 0);
    for (const [number, block] of built.blocks.entries()) {
      expect(hexOf(inspector.bytes(number + more))).toBe(hexOf(block.bytes));
    }
  });
});

describe("a block of a connection is taken along whole", () => {
  /** As the page reads a session. */
  function readerOf(session: Session): Reader {
    const handle = { wasm: null, inspector: session as Inspector };
    const known = {
      rowsIn(from: number, to: number) {
        const window = CALLS.rows(handle, from, to);
        return Array.from({ length: to - from }, (_, nth) => rowIn(window, from + nth));
      },
      content: (block: number) => CALLS.content(handle, block),
      step: (block: number) => CALLS.step(handle, block, null, false),
    };
    return {
      core: {
        wholeFields: async (from: number, to: number) => CALLS.wholeFields(handle, from, to),
        wholeTable: async (block: number) => CALLS.wholeTable(handle, block),
      },
      block: async (number: number) => blockIn(CALLS.blocks(handle, number, number + 1), number),
      get: async <Answer>(read: (all: typeof known) => Answer) => read(known),
    } as unknown as Reader;
  }

  async function taken(session: Session, number: number): Promise<Building> {
    const found = await buildingOfBlock(readerOf(session), number);
    if (typeof found === "string") throw new Error(found);
    expect(found.note).toBeNull();
    return found.building;
  }

  // The pyramid of h2's requests: a cookie of 2,249 bytes, and of bytes that are no text, becomes an entry.
  const COOKIE = Array.from({ length: 2249 }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90))).join("");
  const request = (path: string) => [
    { name: ":method", value: "GET" },
    { name: ":scheme", value: "https" },
    { name: ":authority", value: "example.com" },
    { name: ":path", value: path },
    { name: "x-bin", value: "\ufffd", valueHex: "ff00fe" },
    { name: "cookie", value: COOKIE },
  ];
  const two = insertFields(
    addBlock(insertFields(NOTHING, { block: 0, row: 0 }, request("/")), 0, false),
    { block: 1, row: 0 },
    request("/next"),
  );

  test("with an entry of 2,249 bytes it takes as few bytes as it did", async () => {
    const built = composed(two);
    const again = await taken(openText(asInput(two, built)?.text ?? "").inspector, 1);
    expect(again.prior.find(({ name }) => name === "cookie")?.value).toBe(COOKIE);
    expect(again.prior.find(({ name }) => name === "x-bin")?.valueHex).toBe("ff00fe");
    expect(composed(again).blocks[0]?.hex).toBe(built.blocks[1]?.hex);
    expect(built.blocks[1]?.sums.bytes).toBeLessThan(45);
    // And back in Inspect the same fields stand, of bytes that are no text too.
    const { inspector: reopened } = openText(written(JSON.stringify(compositionOf(again)), "text"));
    expect(JSON.parse(reopened.wholeTable(0))).toEqual(again.prior);
  });

  test("out of a capture: a cookie of 4,005 bytes, and every block of a server", async () => {
    const { inspector, opened } = openCapture(await captureOf("d01-libcurl-nginx-h2c.pcap"));
    const { records = new Uint32Array() } = inspector.blocks(0, ALL) ?? {};
    let longest = 0;
    for (let number = 0; number < readOf(opened).blocks; number += 1) {
      const building = await taken(inspector, number);
      longest = Math.max(longest, ...(building.blocks[0]?.rows ?? []).map(({ value }) => value.length));
      const plain = blockIn({ from: 0, to: ALL, records, labels: [] }, number)?.plainBytes;
      expect(composed(building).blocks[0]?.sums.plainBytes).toBe(plain);
    }
    expect(longest).toBe(4005);
  });
});

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
