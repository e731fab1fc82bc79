/** Every real capture, through the package that the page's worker loads, as its truth has it. */
import { readFile } from "node:fs/promises";
import { Inspector, initSync } from "@wasm-captures/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Connection, Control, FrameWindow, Opened, Problem, SessionTotals } from "../../web/src/engine/types";
import { type Block, blockIn, type Frame, frameIn, has, type Row, rowIn } from "../../web/src/engine/windows";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { CAPTURES, DERIVED, octetsOf, type TruthBlock, type TruthConnection, type TruthField } from "../captures";

beforeAll(async () => {
  const file = new URL("../../crate/wasm/pkg-captures/hpack_inspector_wasm_bg.wasm", import.meta.url);
  initSync({ module: await readFile(file) });
});

/** Octets pushed at a time: an odd number, so that records are cut anywhere. */
const CHUNK = 1021;

class Capture {
  readonly inspector = new Inspector();
  readonly opened: Extract<Opened, { status: "ok" }>;

  constructor(octets: Uint8Array, keyLog: Uint8Array = new Uint8Array()) {
    const options = JSON.stringify({ ...DEFAULT_OPTIONS, engine: "window14" });
    expect(this.inspector.beginOpen(options, keyLog)).toBeUndefined();
    for (let at = 0; at < octets.length; at += CHUNK) {
      expect(this.inspector.push(octets.subarray(at, at + CHUNK))).toBeUndefined();
    }
    const opened = JSON.parse(this.inspector.finishOpen()) as Opened;
    if (opened.status !== "ok") throw new Error(`${opened.kind}: ${opened.message}`);
    this.opened = opened;
  }

  static async of({ capture, keylog }: { capture: string; keylog?: string | null }): Promise<Capture> {
    return new Capture(await octetsOf(capture), keylog ? await octetsOf(keylog) : undefined);
  }

  connections(): Connection[] {
    return JSON.parse(this.inspector.connections(0, 1000));
  }

  problems(): Problem[] {
    return JSON.parse(this.inspector.problems(0, 1000));
  }

  select(connection: number): SessionTotals {
    return JSON.parse(this.inspector.selectConnection(connection));
  }

  frames(): Frame[] {
    const window = this.inspector.frames(0, 100_000);
    if (window === undefined) return [];
    const texts = JSON.parse(window.texts) as FrameWindow["texts"];
    const held: FrameWindow = { from: 0, to: texts.length, records: window.records, texts };
    return texts.flatMap((_, at) => frameIn(held, at) ?? []);
  }

  blocks(): Block[] {
    const window = this.inspector.blocks(0, 100_000);
    if (window === undefined) return [];
    const labels = JSON.parse(window.labels) as string[];
    const held = { from: 0, to: labels.length, records: window.records, labels };
    return labels.flatMap((_, at) => blockIn(held, at) ?? []);
  }

  rows(block: Block): Row[] {
    const from = block.firstRow;
    const window = this.inspector.rows(from, from + block.rows);
    if (window === undefined) return [];
    const held = { from, to: from + block.rows, records: window.records, text: window.text };
    return Array.from({ length: block.rows }, (_, at) => rowIn(held, from + at)).filter((row) => row !== null);
  }
}

const PROTOCOLS: Record<string, string> = {
  "tls (no HTTP/2 data decrypted)": "tls",
  "none (no payload)": "unknown",
};
const OPS: Record<string, string> = {
  indexed: "indexed",
  "literal-incremental": "incremental",
  "literal-not-indexed": "without",
  "literal-never-indexed": "never",
  "size-update": "size-update",
};

/** «127.0.0.1|80» as «127.0.0.1:80», «::1|80» as «[::1]:80». */
function address(text: string): string {
  const [host = "", port] = text.split("|");
  if (port === undefined) return host;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function hex(octets: Uint8Array): string {
  return Buffer.from(octets).toString("hex");
}

/** Names and values as a window has them: with U+FFFD for what is not UTF-8, and cut. */
function shown(text: string | null, hexText: string | undefined): string {
  const whole = text ?? Buffer.from(hexText ?? "", "hex").toString("utf8");
  return whole.slice(0, 512);
}

function asTruth(row: Row): unknown[] {
  const { kind, start, name, value, index, evicted, size } = row;
  return kind === "size-update" ? [kind, start, size, evicted] : [kind, start, index, name, value, evicted];
}

function expected(field: TruthField): unknown[] {
  const kind = OPS[field.op];
  if (kind === "size-update") return [kind, field.offset, field.size, field.evicted ?? 0];
  const name = shown(field.name, field.name_hex);
  return [kind, field.offset, field.index, name, shown(field.value, field.value_hex), field.evicted ?? 0];
}

function checkBlock(capture: Capture, block: Block, truth: TruthBlock): void {
  expect(hex(capture.inspector.octets(block.block))).toBe(truth.hex);
  const rows = capture.rows(block);
  expect(rows.map(asTruth)).toEqual(truth.fields.map(expected));
  for (const [at, row] of rows.entries()) {
    const field = truth.fields[at];
    if (has(row, "nameLiteral")) expect(has(row, "nameHuffman")).toBe(field?.name_huffman);
    if (has(row, "valueLiteral")) expect(has(row, "valueHuffman")).toBe(field?.value_huffman);
  }
  const after = JSON.parse(capture.inspector.block(block.block)).after;
  const { limit, max_size, size, entries } = truth.table_after;
  expect([after.limit, after.maxSize, after.size, after.count]).toEqual([limit, max_size, size, entries]);
}

/** `frames` and `blocks`: how many of the truth's there are to be, from the first on; all, where not said. */
function checkConnection(
  capture: Capture,
  number: number,
  truth: TruthConnection,
  packets: boolean,
  only: (part: { dir: string }) => boolean = () => true,
): void {
  const totals = capture.select(number);
  const frames = truth.frames.filter((frame) => frame.type !== "MAGIC" && only(frame));
  const ours = capture.frames();
  expect(
    ours.map(({ sender, kind, stream, length }) => [sender === "client" ? "c2s" : "s2c", kind, stream, length]),
  ).toEqual(frames.map(({ dir, type_code, stream, length }) => [dir, type_code, stream, length]));
  for (const [at, frame] of frames.entries()) {
    if (packets && frame.packet !== undefined) expect(ours[at]?.packet).toBe(frame.packet);
  }
  const blocks = truth.blocks.filter(only);
  expect(totals.blocks).toBe(blocks.length);
  for (const [at, block] of capture.blocks().entries()) {
    const truth = blocks[at];
    if (truth === undefined) throw new Error("a block too many");
    checkBlock(capture, block, truth);
    expect(capture.inspector.frameOf(at)).toBeGreaterThanOrEqual(0);
  }
}

test.each(CAPTURES.map((truth) => [truth.capture, truth] as const))("%s", async (_, truth) => {
  const capture = await Capture.of(truth);
  const list = capture.connections();
  const isLog = truth.capture.endsWith(".json");
  // A browser's log names sockets, not addresses.
  expect(list.map(({ name, protocol }) => [isLog ? "" : name, protocol])).toEqual(
    truth.connections.map(({ client, server, protocol }) => [
      isLog ? "" : `${address(client)} → ${address(server)}`,
      PROTOCOLS[protocol] ?? protocol,
    ]),
  );
  for (const [number, connection] of truth.connections.entries()) {
    if (connection.protocol !== "h2") continue;
    expect(list[number]?.start).toBe(connection.start);
    checkConnection(capture, number, connection, !isLog);
  }
  expect(capture.opened.faults).toBe(0);
});

describe("made from others", () => {
  const same = DERIVED.filter(({ expect, source }) => source !== null && String(expect).startsWith("same connections"));
  test.each(same.map((derived) => [derived.capture, derived] as const))(
    "%s",
    async (_, { capture, source, keylog }) => {
      const found = await Capture.of({ capture, keylog: keylog ?? null });
      for (const [number, connection] of (source?.connections ?? []).entries()) {
        if (connection.protocol === "h2") checkConnection(found, number, connection, false);
      }
    },
  );

  const named = (text: string) =>
    DERIVED.filter(({ capture }) => capture.includes(text)).map((one) => [one.capture, one] as const);

  test.each(named("partial-keys"))("%s: one direction, and what is missing", async (capture, { source }) => {
    const found = await Capture.of({ capture, keylog: capture.replace(".pcap", ".keys.log") });
    const [connection] = source?.connections ?? [];
    if (connection === undefined) throw new Error("no source");
    checkConnection(found, 0, connection, false, ({ dir }) => dir === "c2s");
    expect(found.connections()[0]?.tls?.missing ?? found.problems()[0]?.message).toMatch(/key|secret/i);
  });

  test.each(named("file-cut"))("%s: what is whole, and a note", async (capture, { source }) => {
    const found = await Capture.of({ capture });
    const blocks = source?.connections[0]?.blocks ?? [];
    found.select(0);
    const ours = found.blocks();
    expect(ours.length).toBeGreaterThan(50);
    for (const [at, block] of ours.entries()) {
      const truth = blocks[at];
      if (truth !== undefined) checkBlock(found, block, truth);
    }
    expect(
      found
        .problems()
        .map(({ message }) => message)
        .join("\n"),
    ).toMatch(/cut|ends/i);
  });

  test.each(named("mid-connection"))("%s: what is not labelled agrees", async (capture, { expect: truth }) => {
    const found = await Capture.of({ capture });
    const parts = truth as Record<"c2s" | "s2c", { blocks: { fields: TruthField[] }[] }>;
    const totals = found.select(0);
    let [certain, takenOver, unresolvable] = [0, 0, 0];
    const seen = { c2s: 0, s2c: 0 };
    for (const block of found.blocks()) {
      const dir = totals.directions[block.direction]?.sender === "client" ? "c2s" : "s2c";
      const fields = parts[dir].blocks[seen[dir]]?.fields ?? [];
      seen[dir] += 1;
      for (const [at, row] of found.rows(block).entries()) {
        const field = fields[at];
        if (field === undefined || field.op === "size-update") continue;
        const isLabelled = has(row, "nameUnknown") || has(row, "valueUnknown");
        if (field.unresolvable !== undefined) unresolvable += 1;
        else if (isLabelled) takenOver += 1;
        else certain += 1;
        if (isLabelled) continue;
        expect(field.unresolvable).toBeUndefined();
        expect([row.name, row.value]).toEqual([shown(field.name, field.name_hex), shown(field.value, field.value_hex)]);
      }
    }
    // Entries inserted since whose name was that of an unknown one.
    expect([certain, takenOver, unresolvable]).toEqual([354, 34, 67]);
  });
});

test("a window of the timeline holds what the filter asks for", async () => {
  const truth = CAPTURES.find(({ capture }) => capture.startsWith("d04"));
  if (truth === undefined) return;
  const capture = await Capture.of(truth);
  capture.select(0);
  const frames = (truth.connections[0]?.frames ?? []).filter(({ type }) => type !== "MAGIC");
  const filter = (change: object) =>
    capture.inspector.filterFrames(
      JSON.stringify({ stream: null, kind: null, blocks: false, sender: null, text: "", ...change }),
    );
  const count = (is: (frame: (typeof frames)[number]) => boolean) => frames.filter(is).length;
  expect(filter({})).toBe(frames.length);
  expect(filter({ kind: 5 })).toBe(count(({ type }) => type === "PUSH_PROMISE"));
  expect(filter({ stream: 13 })).toBe(count(({ stream }) => stream === 13));
  expect(filter({ sender: "server", kind: 1 })).toBe(count(({ type, dir }) => type === "HEADERS" && dir === "s2c"));
  expect(filter({ blocks: true })).toBe(truth.connections[0]?.blocks.length);
  expect(filter({ text: "INDEX.html" })).toBeGreaterThan(0);
  const found = capture.frames();
  expect(found.every(({ line }) => line.includes("/index.html"))).toBe(true);
  expect(capture.inspector.frameAt(found[0]?.frame ?? -1)).toBe(0);
  expect(filter({ text: "nowhere to be found" })).toBe(0);
});

const text = (...lines: string[]) => new TextEncoder().encode(`${lines.join("\n")}\n`);

describe("what ended a stream or a connection is tied to the block that provoked it", () => {
  const REQUEST = "000003 01 05 00000001 828684";
  const GOAWAY = (code: string) => `000008 07 00 00000000 00000001 000000${code}`;
  const RESET = (stream: string, code: string) => `000004 03 00 000000${stream} 000000${code}`;
  test.each([
    [
      "a block that cannot be decoded",
      [`> ${REQUEST}`, "> 000001 01 05 00000003 80", `< ${GOAWAY("09")}`],
      "goaway",
      1,
    ],
    [
      "a request without its pseudo-header fields",
      [`> ${REQUEST}`, "> 000001 01 05 00000003 90", `< ${RESET("03", "01")}`],
      "reset",
      1,
    ],
    ["no fault of anybody's", [`> ${REQUEST}`, `< ${RESET("01", "08")}`], "reset", null],
    ["nothing wrong was seen", [`> ${REQUEST}`, `< ${GOAWAY("09")}`], "goaway", null],
  ] as const)("%s", (_, lines, what, block) => {
    const capture = new Capture(text(...lines));
    const { list } = JSON.parse(capture.inspector.control(0, 100)) as { list: Control[] };
    expect(list.map(({ what, provokedBy }) => [what, provokedBy])).toEqual([[what, block]]);
  });
});

test("the octets of pasted frames have their places in the text", () => {
  const capture = new Capture(text("000003 01 05 00000001 828684", "000004 01 0d 00000003 01 82 86 00"));
  expect(capture.opened).toMatchObject({ connections: 1, blocks: 2, otherContent: "blocks" });
  expect([...capture.inspector.places(0)]).toEqual([22, 24, 24, 26, 26, 28]);
  expect([...capture.inspector.places(1)]).toEqual([54, 56, 57, 59]);
});
