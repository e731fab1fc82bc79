/** The package that is loaded first, beside the one that takes over from it: they say the same. */
import { readdirSync, readFileSync } from "node:fs";
import { Inspector as First, initSync as initFirst } from "@wasm/hpack_inspector_wasm";
import { initSync as initEverything } from "@wasm-captures/hpack_inspector_wasm";
import { initSync as initMore, Inspector as More } from "@wasm-more/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING, FIRST, MORE, Packages } from "../../web/src/engine/packages";
import type { Diagnosis, Opened, OpenOptions, TimingResult, WhatIfQuestion } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

const OK = "ok";

beforeAll(() => {
  const of = (folder: string) => ({
    module: readFileSync(new URL(`../../crate/wasm/${folder}/hpack_inspector_wasm_bg.wasm`, import.meta.url)),
  });
  initFirst(of("pkg"));
  initMore(of("pkg-more"));
  initEverything(of("pkg-captures"));
});

/** All that a package says of a text; null where it leaves the text to the largest one. */
function said(inspector: First, text: string, options: Partial<OpenOptions> = {}): unknown {
  const input = new TextEncoder().encode(text);
  const opened: Opened | { status: "more" } = JSON.parse(
    inspector.open(input, JSON.stringify({ ...DEFAULT_OPTIONS, ...options })),
  );
  if (opened.status === "more") return null;
  if (opened.status !== OK) return opened;
  const blocks = inspector.blocks(0, opened.blocks);
  const rows = inspector.rows(0, opened.rows);
  return {
    opened,
    blocks: [blocks?.records, blocks?.labels],
    rows: [rows?.records, rows?.text],
    problems: inspector.problems(0, 100),
    details: Array.from({ length: Math.min(opened.blocks, 8) }, (_, block) => [
      inspector.block(block),
      inspector.octets(block),
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
  const octet = () => random(256).toString(16).padStart(2, "0");
  let hex = random(4) > 0 ? block() : Array.from({ length: 1 + random(40) }, octet).join("");
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
  test("reads and refuses hex as the larger one does", () => {
    const [first, more] = [new First(), new More()];
    const [random, blocks] = [numbers(20), exampleBlocks()];
    let read = 0;
    for (let n = 0; n < 1500; n += 1) {
      const text = textOf(random, blocks);
      const options: Partial<OpenOptions> = {
        blocks: (["auto", "auto", "blank", "lines"] as const)[random(4)],
        sides: random(4) === 0 ? "fields" : "one",
        start: random(4) === 0 ? "unknown" : "fresh",
      };
      const answer = said(first, text, options);
      expect(answer, JSON.stringify(text)).toEqual(said(more, text, options));
      if (answer !== null) read += 1;
    }
    expect(read).toBeGreaterThan(1000);
  });

  test("reads and refuses every other notation as the larger one does", () => {
    for (const text of samples()) expect(said(new First(), text), text.slice(0, 200)).toEqual(said(new More(), text));
  });

  test.each([
    ["Base64", "goaEQYzx48Ll8jproKuQ9P8="],
    ["an escaped string", '"\\x82\\x86\\x84"'],
    ["a dump", "00000000: 8286 84"],
    ["a label", "> 82 86 84"],
    ["JSON", '{"wire": "828684418cf1e3c2e5f23a6ba0ab90f4ff"}'],
  ])("reads by itself: %s", (_, text) => {
    expect(said(new First(), text)).toMatchObject({ opened: { status: OK } });
  });

  test("leaves frames and packets to the largest one", () => {
    expect(said(new First(), readFileSync(new URL("stream-with-preface.txt", SAMPLES_FOLDER), "utf8"))).toBeNull();
    expect(said(new First(), readFileSync(new URL("tshark-x.txt", SAMPLES_FOLDER), "utf8"))).toBeNull();
  });
});

/** Opens a text as the worker does. */
async function open(packages: Packages, text: string, options: Partial<OpenOptions> = {}) {
  const given = { ...DEFAULT_OPTIONS, ...options };
  const reader = await packages.reader(FIRST);
  const input = new TextEncoder().encode(text);
  const opened: Opened | { status: "more" } = JSON.parse(reader.inspector.open(input, JSON.stringify(given)));
  if (opened.status !== OK) {
    packages.drop(reader);
    throw new Error("it is refused");
  }
  packages.keep(reader, { input: text, options: given, secrets: new Uint8Array(), read: input.length });
}

function opened(text: string, options: Partial<OpenOptions> = {}): More {
  const inspector = new More();
  inspector.open(new TextEncoder().encode(text), JSON.stringify({ ...DEFAULT_OPTIONS, ...options }));
  return inspector;
}

describe("the larger package takes over", () => {
  /** RFC 7541 C.4. */
  const C4 = readFileSync(new URL("rfc7541-c4.txt", EXAMPLES_FOLDER), "utf8");

  test("with what was open, as it was opened", async () => {
    const packages = new Packages();
    await open(packages, C4, { maxTableSize: 256 });
    expect(packages.size).toBe(FIRST);
    const rows = (await packages.open(FIRST)).rows(0, 100);
    const inspector = await packages.open(MORE);
    expect(packages.size).toBe(MORE);
    expect(inspector.rows(0, 100)?.records).toEqual(rows?.records);
    expect(inspector.table(0, 3, 0, 10)).toBe(opened(C4, { maxTableSize: 256 }).table(0, 3, 0, 10));
  });

  test("once, however many ask at the same time", async () => {
    const packages = new Packages();
    await open(packages, C4);
    const [one, two] = await Promise.all([packages.open(MORE), packages.open(MORE)]);
    expect(one).toBe(two);
  });

  test("and diagnoses, tries and measures what it had never read", async () => {
    const packages = new Packages();
    const broken = "# broken\n82408307782d6372617465";
    await open(packages, broken);
    const inspector = await packages.open(MORE);
    const found: Diagnosis[] = JSON.parse(inspector.diagnose(0));
    expect(found).toEqual(JSON.parse(opened(broken).diagnose(0)));
    inspector.startTiming(0);
    const timed: TimingResult = JSON.parse(inspector.timingRound(1));
    expect(timed.block).toBe(0);
    inspector.stopTiming();
    const question: WhatIfQuestion = { direction: 0, choices: "always", huffman: null, maximum: null, curves: [] };
    expect(inspector.startWhatIf(JSON.stringify(question))).toBe(true);
  });

  test("with what was assumed of entries", async () => {
    const packages = new Packages();
    const middle = "bebf82418cf1e3c2e5f23a6ba0ab90f4ff";
    await open(packages, middle, { start: "unknown" });
    const held = await packages.open(MORE);
    for (const [position, name] of [
      [-1, "x-one"],
      [-2, "x-two"],
    ] as const) {
      expect(held.pin(0, position, name, "1")).toBe(true);
      packages.remember([0, position, name, "1"]);
    }
    held.unpin(0, -2);
    packages.remember([0, -2]);
    const pins = (await packages.open(MORE)).pins();
    expect(packages.size).toBe(MORE);
    expect((await packages.open(EVERYTHING)).pins()).toBe(pins);
    expect(JSON.parse(pins)).toHaveLength(1);
  });

  test("unless another input was opened meanwhile", async () => {
    const packages = new Packages();
    await open(packages, C4);
    const asked = packages.open(MORE);
    await open(packages, "82 86 84");
    const blocks = (await asked).blocks(0, 10);
    expect(blocks?.records).toEqual(opened("82 86 84").blocks(0, 10)?.records);
  });

  test("and what is refused leaves what is open", async () => {
    const packages = new Packages();
    await open(packages, C4);
    await expect(open(packages, "no bytes at all")).rejects.toThrow("refused");
    expect(packages.size).toBe(FIRST);
    expect((await packages.open(FIRST)).blocks(0, 10)?.records).toEqual(opened(C4).blocks(0, 10)?.records);
  });
});
