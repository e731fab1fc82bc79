/** The two packages: they say the same of a text, and a text moves to the other one to be held against a capture. */
import { readdirSync, readFileSync } from "node:fs";
import { Inspector as First, initSync as initFirst } from "@wasm/hpack_inspector_wasm";
import { initSync as initCaptures } from "@wasm-captures/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { CHANGES } from "../../web/src/engine/calls";
import { handle } from "../../web/src/engine/packages";
import type { Answered, OpenOptions } from "../../web/src/engine/types";
import { WorkerSession } from "../../web/src/engine/worker-session";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { openCapture } from "./opening";

const OK = "ok";

beforeAll(() => {
  const of = (folder: string) => ({
    module: readFileSync(new URL(`../../crate/wasm/${folder}/hpack_inspector_wasm_bg.wasm`, import.meta.url)),
  });
  initFirst(of("pkg"));
  initCaptures(of("pkg-captures"));
});

/** Opens a text in the first package. */
function openFirst(text: string, options: Partial<OpenOptions> = {}): { inspector: First; opened: Answered } {
  const inspector = new First();
  const input = new TextEncoder().encode(text);
  return { inspector, opened: JSON.parse(inspector.open(input, JSON.stringify({ ...DEFAULT_OPTIONS, ...options }))) };
}

/** All that a package says of a text; null if it leaves the text to the other one. */
function said({ inspector, opened }: { inspector: First; opened: Answered }): unknown {
  if (opened.status === "frames") return null;
  if (opened.status !== OK) return opened;
  const blocks = inspector.blocks(0, opened.blocks);
  const rows = inspector.rows(0, opened.rows);
  return {
    opened,
    blocks: [blocks?.records, blocks?.text],
    rows: [rows?.records, rows?.text],
    problems: inspector.problems(0, 100),
    details: Array.from({ length: Math.min(opened.blocks, 8) }, (_, block) => [
      inspector.block(block),
      inspector.bytes(block),
      inspector.places(block),
      inspector.explainFault(block, 0),
      inspector.warnings(block, 0, 100),
    ]),
    explained: Array.from({ length: Math.min(opened.rows, 4) }, (_, row) => inspector.explain(row, 0)),
  };
}

/** Pseudo-random numbers below `bound`, the same on every run. */
function numbers(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const EXAMPLES_FOLDER = new URL("../../web/src/examples/", import.meta.url);

/** Header blocks of the page's examples, in hex. */
function exampleBlocks(): string[] {
  const files = readdirSync(EXAMPLES_FOLDER).filter((name) => name.endsWith(".txt"));
  const texts = files.map((name) => readFileSync(new URL(name, EXAMPLES_FOLDER), "utf8"));
  const lines = texts.flatMap((text) =>
    text
      .replace(/^#.*$/gm, "")
      .replace(/^[<>].*?: /gm, "")
      .split("\n"),
  );
  return lines.map((line) => line.replace(/\s/g, "")).filter((line) => line !== "");
}

/** A text as people paste it: mostly regular hex, now and then with a slip in it. */
function textOf(random: (bound: number) => number, blocks: string[]): string {
  const block = () => blocks[random(blocks.length)] ?? "";
  const byte = () => random(256).toString(16).padStart(2, "0");
  let hex = random(4) > 0 ? block() : Array.from({ length: 1 + random(40) }, byte).join("");
  if (random(8) === 0) hex += block();
  if (random(8) === 0) hex = hex.slice(0, 2 * (1 + random(24)));
  if (random(10) === 0) hex = hex.replace(/[a-f]/g, () => String(random(10)));
  if (random(12) === 0) hex = hex.replace(/./g, () => String(random(2)));
  const width = [2, 2, 4, 4, 8, 16, 6, 0][random(8)] || 1e6;
  const inRow = [16, 8, 4, 32, 1e6][random(5)] ?? 16;
  const printed = [hex, block(), block()].slice(0, random(4) > 0 ? 1 : 3).map((one) => {
    const groups = one.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    const perRow = Math.max(1, Math.floor((2 * inRow) / width));
    const rows = groups.flatMap((_, at) => (at % perRow === 0 ? [groups.slice(at, at + perRow).join(" ")] : []));
    return rows.join("\n");
  });
  let text = printed.join(random(3) === 0 ? "\n" : "\n\n");
  const titles = [
    "# a request",
    "# RFC 7541 C.3, requests",
    "# broken: truncated",
    "# Host: a",
    "# see C.2.1 -- more",
    "# initial table size 256",
    "# RFC 7541 C.6\n# initial table size 64",
  ];
  if (random(6) === 0) text = `${titles[random(titles.length)]}\n${random(2) === 0 ? "\n" : ""}${text}`;
  if (random(5) === 0) text = text.toUpperCase();
  if (random(6) === 0) {
    const at = random(text.length);
    text = text.slice(0, at) + " \nfF0x"[random(6)] + text.slice(at + random(2));
  }
  return random(3) === 0 ? `${text}\n` : text;
}

const SAMPLES_FOLDER = new URL("../paste/", import.meta.url);

/** Texts of many notations, and some that are refused. */
function samples(): string[] {
  const files = readdirSync(SAMPLES_FOLDER).filter((name) => name.endsWith(".txt"));
  return files.map((name) => readFileSync(new URL(name, SAMPLES_FOLDER), "utf8"));
}

describe("the first package", () => {
  test("reads and refuses hex as the other one does", () => {
    const [random, blocks] = [numbers(20), exampleBlocks()];
    let read = 0;
    for (let n = 0; n < 1500; n += 1) {
      const text = textOf(random, blocks);
      const options: Partial<OpenOptions> = {
        blocks: (["auto", "auto", "blank", "lines"] as const)[random(4)],
        sides: random(4) === 0 ? "fields" : "one",
        start: random(4) === 0 ? "unknown" : "fresh",
      };
      const answer = said(openFirst(text, options));
      if (answer === null) continue;
      expect(answer, JSON.stringify(text)).toEqual(said(openCapture(text, options)));
      read += 1;
    }
    expect(read).toBeGreaterThan(1000);
  });

  test("reads and refuses every other notation as the other one does", () => {
    for (const text of samples()) {
      const answer = said(openFirst(text));
      if (answer !== null) expect(answer, text.slice(0, 200)).toEqual(said(openCapture(text)));
    }
  });

  test.each([
    ["Base64", "goaEQYzx48Ll8jproKuQ9P8="],
    ["an escaped string", '"\\x82\\x86\\x84"'],
    ["a dump", "00000000: 8286 84"],
    ["a label", "> 82 86 84"],
    ["JSON", '{"wire": "828684418cf1e3c2e5f23a6ba0ab90f4ff"}'],
  ])("reads by itself: %s", (_, text) => {
    expect(said(openFirst(text))).toMatchObject({ opened: { status: OK } });
  });

  test("leaves frames and packets to the other one", () => {
    expect(said(openFirst(readFileSync(new URL("stream-with-preface.txt", SAMPLES_FOLDER), "utf8")))).toBeNull();
    expect(said(openFirst(readFileSync(new URL("tshark-x.txt", SAMPLES_FOLDER), "utf8")))).toBeNull();
  });
});

describe("a text that is held against a capture", () => {
  /** RFC 7541 C.4. */
  const C4 = readFileSync(new URL("rfc7541-c4.txt", EXAMPLES_FOLDER), "utf8");

  /** Opens a text as the worker does. */
  async function open(text: string, options: Partial<OpenOptions> = {}): Promise<WorkerSession> {
    const opening = { input: text, options: { ...DEFAULT_OPTIONS, ...options }, read: text.length };
    const handed = await handle(false);
    const opened = handed.inspector.open(new TextEncoder().encode(text), JSON.stringify(opening.options));
    expect(JSON.parse(opened)).toMatchObject({ status: OK });
    return new WorkerSession(handed, opening);
  }

  /** Makes a change as the worker does. */
  function change<Name extends keyof typeof CHANGES>(session: WorkerSession, name: Name, ...given: unknown[]) {
    expect(Reflect.apply(CHANGES[name], null, [session.handle, ...given])).not.toBeNull();
    session.changed(name, given);
  }

  test("moves with what was open, as it was opened", async () => {
    const session = await open(C4, { maxTableSize: 256 });
    const before = session.handle.inspector;
    const [rows, table] = [before.rows(0, 100)?.records, before.table(0, 3, 0, 10)];
    await session.moveToCaptures();
    const { wasm, inspector } = session.handle;
    expect(wasm).not.toBeNull();
    expect(inspector.rows(0, 100)?.records).toEqual(rows);
    expect(inspector.table(0, 3, 0, 10)).toBe(table);
  });

  test("moves once, however many ask at the same time", async () => {
    const session = await open(C4);
    const moving = [session.moveToCaptures(), session.moveToCaptures()];
    await moving[0];
    const { inspector } = session.handle;
    await moving[1];
    expect(session.handle.inspector).toBe(inspector);
  });

  test("moves with the guesses at entries", async () => {
    const session = await open("bebf82418cf1e3c2e5f23a6ba0ab90f4ff", { start: "unknown" });
    change(session, "pin", 0, -1, "x-one", "1");
    change(session, "pin", 0, -2, "x-two", "1");
    change(session, "unpin", 0, -2);
    const pins = session.handle.inspector.pins();
    expect(JSON.parse(pins)).toHaveLength(1);
    await session.moveToCaptures();
    expect(session.handle.inspector.pins()).toBe(pins);
  });

  test("moves with the change that is applied", async () => {
    const session = await open(C4);
    change(session, "applyChange", { "missed-block": { before: 1, entries: 1 } });
    const rows = session.handle.inspector.rows(0, 100)?.records;
    await session.moveToCaptures();
    expect(session.handle.inspector.rows(0, 100)?.records).toEqual(rows);
  });

  test("is let go of where it is by then, if it is closed meanwhile", async () => {
    const session = await open(C4);
    const before = session.handle.inspector;
    await Promise.all([session.moveToCaptures(), session.close()]);
    expect(session.handle.inspector).not.toBe(before);
    expect(() => session.handle.inspector.pins()).toThrow();
  });
});
