/** Every real capture, through the package that the page's worker loads, as its truth has it. */
import { readFile } from "node:fs/promises";
import * as wasm from "@wasm-captures/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { CHANGES } from "../../web/src/engine/calls";
import { callsOf } from "../../web/src/engine/calls-of";
import { READS } from "../../web/src/engine/reads";
import type { Control, Opened } from "../../web/src/engine/types";
import { frameIn } from "../../web/src/engine/windows";
import { NO_FILTER } from "../../web/src/session/session";
import { bytesOf, CAPTURES } from "../captures";
import { CASES } from "./capture-cases";
import { type Asked, look } from "./capture-seen";
import { openCapture } from "./opening";

beforeAll(async () => {
  const file = new URL("../../crate/wasm/pkg-captures/hpack_inspector_wasm_bg.wasm", import.meta.url);
  wasm.initSync({ module: await readFile(file) });
});

const CALLS = { ...READS, ...CHANGES };

/** Bytes pushed at a time: an odd number, so that records are cut anywhere. */
const CHUNK = 1021;

class Capture {
  readonly inspector: wasm.Inspector;
  readonly opened: Extract<Opened, { status: "ok" }>;

  constructor(bytes: Uint8Array, keyLog = new Uint8Array()) {
    const { inspector, opened } = openCapture(bytes, { engine: "window14" }, { keyLog, chunk: CHUNK });
    this.inspector = inspector;
    if (opened.status !== "ok") throw new Error(`${opened.kind}: ${opened.message}`);
    this.opened = opened;
  }

  /** As the worker answers the page. */
  asked(): Asked {
    const handle = { wasm, inspector: this.inspector };
    return callsOf(async (name, given) => Reflect.apply(Reflect.get(CALLS, name), null, [handle, ...given]));
  }
}

test.each(CASES.map((one) => [one.capture, one] as const))("%s", async (_, { capture, keyLog, check }) => {
  const opened = new Capture(await bytesOf(capture), keyLog === null ? undefined : await bytesOf(keyLog));
  const asked = opened.asked();
  const seen = await look(asked, (connection) => asked.selectConnection(connection));
  check(seen);
  for (const { about, blocks } of seen.connections) {
    wasm.selectConnection(opened.inspector, about.number);
    for (const block of blocks.keys()) expect(wasm.frameOf(opened.inspector, block)).toBeGreaterThanOrEqual(0);
  }
});

test("a window of the timeline holds what the filter asks for", async () => {
  const truth = CAPTURES.find(({ capture }) => capture.startsWith("d04"));
  if (truth === undefined) return;
  const capture = new Capture(await bytesOf(truth.capture));
  wasm.selectConnection(capture.inspector, 0);
  const frames = (truth.connections[0]?.frames ?? []).filter(({ type }) => type !== "MAGIC");
  const filter = (change: object) => wasm.filterFrames(capture.inspector, JSON.stringify({ ...NO_FILTER, ...change }));
  const count = (is: (frame: (typeof frames)[number]) => boolean) => frames.filter(is).length;
  expect(filter({})).toBe(frames.length);
  expect(filter({ kind: 5 })).toBe(count(({ type }) => type === "PUSH_PROMISE"));
  expect(filter({ stream: 13 })).toBe(count(({ stream }) => stream === 13));
  expect(filter({ sender: "server", kind: 1 })).toBe(count(({ type, dir }) => type === "HEADERS" && dir === "s2c"));
  expect(filter({ blocks: true })).toBe(truth.connections[0]?.blocks.length);
  expect(filter({ text: "INDEX.html" })).toBeGreaterThan(0);
  const window = await capture.asked().frames({ ...NO_FILTER, text: "INDEX.html" }, 0, frames.length);
  const found = window.texts.flatMap((_, at) => frameIn(window, at) ?? []);
  expect(found.length).toBe(window.total);
  expect(window.total).toBeGreaterThan(0);
  expect(found.every(({ line }) => line.includes("/index.html"))).toBe(true);
  expect(wasm.frameAt(capture.inspector, found[0]?.frame ?? -1)).toBe(0);
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
    const { list } = JSON.parse(wasm.control(capture.inspector, 0, 100)) as { list: Control[] };
    expect(list.map(({ what, provokedBy }) => [what, provokedBy])).toEqual([[what, block]]);
  });
});

test("the bytes of pasted frames have their places in the text", () => {
  const capture = new Capture(text("000003 01 05 00000001 828684", "000004 01 0d 00000003 01 82 86 00"));
  expect(capture.opened).toMatchObject({ connections: 1, blocks: 2, otherContent: "blocks" });
  expect([...capture.inspector.places(0)]).toEqual([22, 24, 24, 26, 26, 28]);
  expect([...capture.inspector.places(1)]).toEqual([54, 56, 57, 59]);
});
