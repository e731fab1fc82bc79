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
import type { Connection, Control, FieldText, FrameWindow, Framing } from "../../web/src/engine/types";
import { type Block, blockIn, type Frame, frameIn } from "../../web/src/engine/windows";
import { NO_FILTER } from "../../web/src/session/session";
import { bytesOf, truthOf } from "../captures";
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

/** The names and values of a block. */
function fieldsOf(inspector: Inspector, { firstRow, rows }: Block): (string | null)[][] {
  const texts: (FieldText | null)[] = JSON.parse(inspector.wholeFields(firstRow, firstRow + rows));
  return texts.flatMap((text) => (text === null ? [] : [[text.name, text.value]]));
}

// Of each kind one: several connections, pushes and padding; TLS with its keys.
test.each(["d03-curl-nginx-tls13", "d04-nghttp-nghttpd-push-pad"])("%s crosses as its truth has it", async (name) => {
  const truth = await truthOf(name);
  const inspector = await open(truth.capture, truth.keylog);
  const found: Connection[] = JSON.parse(connections(inspector, 0, ALL));
  expect(found).toHaveLength(truth.connections.length);
  for (const [at, { protocol, start, frames: sent, blocks: expected }] of truth.connections.entries()) {
    expect(found[at]).toMatchObject({ number: at, protocol, start });
    selectConnection(inspector, at);
    expect(framesOf(inspector).map(({ sender, kind, stream, length }) => [sender, kind, stream, length])).toEqual(
      sent.flatMap(({ dir, type, type_code: kind, stream, length }) =>
        type === "MAGIC" ? [] : [[SENDER[dir], kind, stream, length]],
      ),
    );
    const blocks = inspector.blocks(0, ALL);
    const window = { from: 0, to: ALL, records: blocks?.records ?? new Uint32Array(), labels: [] };
    for (const [number, { stream, kind, hex, fields, promised_stream: promised = null }] of expected.entries()) {
      const { frames: around, ...framed }: Framing = JSON.parse(framing(inspector, number));
      expect(framed).toMatchObject({ stream, promised });
      expect(around[0]).toMatchObject({ kind, frame: frameOf(inspector, number) });
      expect(Buffer.from(inspector.bytes(number)).toString("hex")).toBe(hex);
      expect(fieldsOf(inspector, blockIn(window, number) as Block)).toEqual(
        fields.flatMap(({ op, name, value }) => (op === "size-update" ? [] : [[name, value]])),
      );
    }
    expect(blockIn(window, expected.length)).toBeNull();
  }
});

test("a window of the timeline holds what the filter asks for", async () => {
  const [truth] = (await truthOf("d04-nghttp-nghttpd-push-pad")).connections;
  const inspector = await open("d04-nghttp-nghttpd-push-pad.pcap", null);
  selectConnection(inspector, 0);
  const sent = (truth?.frames ?? []).filter(({ type }) => type !== "MAGIC");
  for (const [change, frames] of [
    [{}, sent.length],
    [{ sender: "server", kind: 5 }, sent.filter(({ type }) => type === "PUSH_PROMISE").length],
    [{ stream: 13 }, sent.filter(({ stream }) => stream === 13).length],
    [{ blocks: true }, truth?.blocks.length],
    [{ text: "nowhere to be found" }, 0],
    [{ text: "INDEX.html" }, expect.any(Number)],
  ]) {
    expect(filterFrames(inspector, JSON.stringify({ ...NO_FILTER, ...change }))).toEqual(frames);
  }
  const found = framesOf(inspector);
  expect(found.every(({ line }) => line.includes("/index.html"))).toBe(true);
  expect(frameAt(inspector, found[0]?.frame ?? -1)).toBe(0);
});

const REQUEST = "000003 01 05 00000001 828684";

test.each([
  ["a block that cannot be decoded", "000001010500000003 80", "000008070000000000 0000000100000009", "goaway", 1],
  ["a request without pseudo-header fields", "000001010500000003 90", "000004030000000003 00000001", "reset", 1],
  ["no fault of anybody's", "000003010500000003 828684", "000004030000000003 00000008", "reset", null],
])("what provoked the end of a stream or a connection: %s", (_, block, end, what, provokedBy) => {
  const { inspector } = openCapture(`> ${REQUEST}\n> ${block}\n< ${end}\n`);
  const { list }: { list: Control[] } = JSON.parse(control(inspector, 0, 100));
  expect(list).toMatchObject([{ what, provokedBy }]);
});

test("the bytes of pasted frames have their places in the text", () => {
  const { inspector, opened } = openCapture(`${REQUEST}\n000004 01 0d 00000003 01 82 86 00\n`);
  expect(opened).toMatchObject({ connections: 1, blocks: 2, otherContent: "blocks" });
  expect([...inspector.places(0)]).toEqual([22, 24, 24, 26, 26, 28]);
  expect([...inspector.places(1)]).toEqual([54, 56, 57, 59]);
  expect(framing(openCapture("828684").inspector, 0)).toBe("null");
});
