/** Captures and frames, through the package that reads them: what crosses to the page, chunk by chunk and as windows. */
import {
  connections,
  control,
  filterFrames,
  frameAt,
  frameOf,
  frames,
  framing,
  type Inspector,
  selectConnection,
} from "@wasm-captures/hpack_inspector_wasm";
import { expect, test } from "vitest";
import type {
  BlockDetail,
  Connection,
  Control,
  FieldText,
  FrameWindow,
  Framing,
  Problem,
} from "../../web/src/engine/types";
import { blockIn, type Frame, frameIn, rowIn } from "../../web/src/engine/windows";
import { NO_FILTER } from "../../web/src/session/session";
import { bytesOf, CAPTURES, type TruthConnection, type TruthField } from "../captures";
import { ALL, openCapture, readOf } from "./opening";

/** Bytes pushed at a time: an odd number, so that records are cut anywhere. */
const CHUNK = 1021;

const SENDER = { c2s: "client", s2c: "server" };

async function open(capture: string, keyLog: string | null) {
  const keys = keyLog === null ? {} : { keyLog: await bytesOf(keyLog) };
  const { inspector, opened } = openCapture(await bytesOf(capture), {}, { ...keys, chunk: CHUNK });
  readOf(opened);
  return inspector;
}

function framesOf(inspector: Inspector): Frame[] {
  const window = frames(inspector, 0, ALL);
  const texts: FrameWindow["texts"] = JSON.parse(window?.text ?? "[]");
  const records = window?.records ?? new Uint32Array();
  return texts.flatMap((_, at) => frameIn({ from: 0, total: texts.length, records, texts }, at) ?? []);
}

/** Each block as the page sees it, in the words of the truths. */
function blocksOf(inspector: Inspector) {
  const blocks = inspector.blocks(0, ALL);
  const rows = inspector.rows(0, ALL);
  const labels: string[] = JSON.parse(blocks?.text ?? "[]");
  return labels.map((_, at) => {
    const block = blockIn({ from: 0, to: ALL, records: blocks?.records ?? new Uint32Array(), labels }, at);
    if (block === null || rows === undefined) throw new Error(`block ${at} is not in its window`);
    const { fault, after }: BlockDetail = JSON.parse(inspector.block(at));
    const { stream, promised, frames }: Framing = JSON.parse(framing(inspector, at));
    expect(frameOf(inspector, at)).toBe(frames[0]?.frame);
    const end = block.firstRow + block.rows;
    const fields = Array.from({ length: block.rows }, (_, nth) => {
      const row = rowIn({ from: 0, to: ALL, records: rows.records, text: rows.text }, block.firstRow + nth);
      return row && [row.kind, row.start, row.end, row.index, row.evicted];
    });
    const texts: (FieldText | null)[] = JSON.parse(inspector.wholeFields(block.firstRow, end));
    return {
      head: [stream, promised, frames[0]?.kind, fault],
      hex: Buffer.from(inspector.bytes(at)).toString("hex"),
      fields,
      texts: texts.flatMap((text) => (text === null ? [] : [[text.name, text.value]])),
      table: [after.limit, after.maxSize, after.size, after.count],
    };
  });
}

const KINDS: Record<string, string> = {
  indexed: "indexed",
  "literal-incremental": "incremental",
  "literal-not-indexed": "without",
  "literal-never-indexed": "never",
  "size-update": "size-update",
};

/** What is not UTF-8 is hex in a truth; the page shows U+FFFD in its place. */
function textOf(field: TruthField, part: "name" | "value") {
  const hex = field[`${part}_hex`];
  return hex === undefined ? field[part] : Buffer.from(hex, "hex").toString("utf8");
}

function expectedBlocks({ blocks }: TruthConnection) {
  return blocks.map(({ stream, promised_stream: promised = null, kind, hex, fields, table_after: after }) => ({
    head: [stream, promised, kind, null],
    hex,
    fields: fields.map(({ op, offset, length = 0, index = 0, evicted = 0 }) => [
      KINDS[op] ?? op,
      offset,
      offset + length,
      index,
      evicted,
    ]),
    texts: fields
      .filter(({ op }) => op !== "size-update")
      .map((field) => [textOf(field, "name"), textOf(field, "value")]),
    table: [after.limit, after.max_size, after.size, after.entries],
  }));
}

const PACKETS = CAPTURES.filter(({ capture }) => capture.endsWith(".pcap"));

test.each(PACKETS)("$capture crosses as its truth has it", async ({ capture, keylog, connections: truths }) => {
  const inspector = await open(capture, keylog);
  const found: Connection[] = JSON.parse(connections(inspector, 0, ALL));
  expect(found).toHaveLength(truths.length);
  for (const [at, truth] of truths.entries()) {
    if (truth.protocol !== "h2") continue;
    expect(found[at]).toMatchObject({ number: at, protocol: "h2", start: truth.start });
    selectConnection(inspector, at);
    const sent = truth.frames.filter(({ type }) => type !== "MAGIC");
    expect(framesOf(inspector).map(({ sender, kind, stream, length }) => [sender, kind, stream, length])).toEqual(
      sent.map(({ dir, type_code: kind, stream, length }) => [SENDER[dir], kind, stream, length]),
    );
    expect(blocksOf(inspector)).toEqual(expectedBlocks(truth));
  }
});

test("half of the keys: one side's blocks, and a problem that names what is missing", async () => {
  const inspector = await open("d40-partial-keys.pcap", "d40-partial-keys.keys.log");
  const [connection]: Connection[] = JSON.parse(connections(inspector, 0, ALL));
  const problems: Problem[] = JSON.parse(inspector.problems(0, ALL));
  expect(connection?.tls?.missing ?? problems[0]?.message).toMatch(/key|secret/i);
  selectConnection(inspector, 0);
  expect(new Set(framesOf(inspector).map(({ sender }) => sender))).toEqual(new Set(["client"]));
});

test("a window of the timeline holds what the filter asks for", async () => {
  const truth = CAPTURES.find(({ capture }) => capture.startsWith("d04"))?.connections[0];
  const inspector = await open("d04-nghttp-nghttpd-push-pad.pcap", null);
  selectConnection(inspector, 0);
  const sent = (truth?.frames ?? []).filter(({ type }) => type !== "MAGIC");
  const filter = (change: object) => filterFrames(inspector, JSON.stringify({ ...NO_FILTER, ...change }));
  expect(filter({})).toBe(sent.length);
  expect(filter({ sender: "server", kind: 5 })).toBe(sent.filter(({ type }) => type === "PUSH_PROMISE").length);
  expect(filter({ stream: 13 })).toBe(sent.filter(({ stream }) => stream === 13).length);
  expect(filter({ blocks: true })).toBe(truth?.blocks.length);
  expect(filter({ text: "nowhere to be found" })).toBe(0);
  expect(filter({ text: "INDEX.html" })).toBeGreaterThan(0);
  const found = framesOf(inspector);
  expect(found.every(({ line }) => line.includes("/index.html"))).toBe(true);
  expect(frameAt(inspector, found[0]?.frame ?? -1)).toBe(0);
});

const REQUEST = "000003 01 05 00000001 828684";

test.each([
  [
    "a block that cannot be decoded",
    "000001 01 05 00000003 80",
    "000008 07 00 00000000 00000001 00000009",
    "goaway",
    1,
  ],
  ["a request without pseudo-header fields", "000001 01 05 00000003 90", "000004 03 00 00000003 00000001", "reset", 1],
  ["no fault of anybody's", "000003 01 05 00000003 828684", "000004 03 00 00000003 00000008", "reset", null],
] as const)("what provoked the end of a stream or a connection: %s", (_, block, end, what, provokedBy) => {
  const { inspector } = openCapture(`> ${REQUEST}\n> ${block}\n< ${end}\n`);
  const { list }: { list: Control[] } = JSON.parse(control(inspector, 0, 100));
  expect(list).toMatchObject([{ what, provokedBy }]);
});

test("the bytes of pasted frames have their places in the text", () => {
  const { inspector, opened } = openCapture(`${REQUEST}\n000004 01 0d 00000003 01 82 86 00\n`);
  expect(opened).toMatchObject({ connections: 1, blocks: 2, otherContent: "blocks" });
  expect([...inspector.places(0)]).toEqual([22, 24, 24, 26, 26, 28]);
  expect([...inspector.places(1)]).toEqual([54, 56, 57, 59]);
});

test("the frames of a block", () => {
  // SETTINGS, then a request in a padded HEADERS with a priority and a CONTINUATION.
  const { inspector } = openCapture(
    "000000040000000000 00000c012900000001 03800000000f828684000100 000003090400000001 410161",
  );
  const found: Framing = JSON.parse(framing(inspector, 0));
  expect(found).toMatchObject({ stream: 1, promised: null, endStream: true, packet: 0 });
  const [headers, continuation] = found.frames;
  expect(headers).toMatchObject({ frame: 1, kind: "HEADERS", start: 0, end: 3, padding: 3, paddingFault: 1 });
  expect(headers?.parts).toHaveLength(6);
  expect(continuation).toMatchObject({ frame: 2, kind: "CONTINUATION", start: 3, end: 6, padding: 0 });
  expect(framing(openCapture("828684").inspector, 0)).toBe("null");
});
