/// <reference lib="webworker" />
/**
 * The worker that owns the WebAssembly memory. Everything heavy happens here,
 * so that the page's own thread only draws.
 */

import init, {
  bestHuffmanEngine,
  bomb,
  compose,
  explainInteger,
  flood,
  guess,
  huffmanCode,
  huffmanEncode,
  huffmanEngines,
  policies,
  readHuffman,
  Inspector as SmallInspector,
  StringDecoder,
} from "@wasm/hpack_inspector_wasm";
import type { Inspector } from "@wasm-captures/hpack_inspector_wasm";
import { expose, transfer } from "comlink";
import { breathe } from "./breathe";
import { chunksOf, headOf, isText, sizeOf } from "./chunks";
import type { Core } from "./core";
import { told } from "./failures";
import { tryOut } from "./try-out";
import type { Opened, OpenOptions, Progress, TimingResult } from "./types";
import type { WhatIfAnswer } from "./what-if-types";

/** One round of measuring; longer would delay answers to the page, milliseconds. */
const ROUND_MS = 24;

/** The page hears of progress so often at most, milliseconds. */
const PROGRESS_MS = 100;

const ready = init();
let inspector: Inspector | null = null;
/** Whether the inspector is the one that reads captures too. */
let isLarge = false;
/** Number of the measuring that may go on; a newer one or a stop ends it. */
let measuring = 0;
/** Number of the what-if that may go on; a newer one, a stop, or anything else to look at ends it. */
let trying = 0;
/** Number of the opening that may go on; a newer one ends it. */
let opening = 0;
/** Number of the opening that a person stopped. */
let stopped = 0;

async function open(): Promise<Inspector> {
  await ready;
  // What only captures have is asked of captures only.
  inspector ??= new SmallInspector() as unknown as Inspector;
  return inspector;
}

/** The inspector of the larger package, which is loaded when something first asks for it. */
async function openLarge(): Promise<Inspector> {
  if (inspector !== null && isLarge) return inspector;
  const large = await import("@wasm-captures/hpack_inspector_wasm");
  const { memory: held } = await large.default();
  memory = held;
  if (inspector === null || !isLarge) {
    inspector?.free();
    inspector = new large.Inspector();
    isLarge = true;
  }
  return inspector;
}

/** The larger package's memory: scripts that measure the page ask for its size. */
let memory: WebAssembly.Memory | null = null;
Object.defineProperty(self, "wasmOctets", { get: () => memory?.buffer.byteLength ?? 0 });

/** What the smaller package says of an input that is not for it. */
type More = { status: "more" };

/** Reads an input; null where it was stopped, or something newer was opened. */
async function read(
  inspector: Inspector,
  mine: number,
  input: string | Blob,
  options: OpenOptions,
  secrets: Uint8Array,
  onProgress: (progress: Progress) => void,
): Promise<Opened | More | null> {
  let refused = inspector.beginOpen(JSON.stringify(options), secrets);
  const total = sizeOf(input);
  let done = 0;
  let told = performance.now();
  for await (const chunk of chunksOf(input)) {
    if (mine !== opening) return null;
    if (refused !== undefined || mine === stopped) break;
    refused = inspector.push(chunk);
    done += chunk.length;
    if (performance.now() - told >= PROGRESS_MS) {
      told = performance.now();
      onProgress({ read: done, total, blocks: inspector.blocksSoFar() });
      await breathe();
    }
  }
  if (mine !== opening) return null;
  const opened: Opened | More = JSON.parse(refused ?? inspector.finishOpen());
  if (mine !== stopped || done === total) return opened;
  return opened.status === "ok" ? { ...opened, stoppedAt: done } : null;
}

/** What the core said of the panic that ends it. */
let panicked: string | null = null;
Object.assign(self, {
  hpackPanicked: (message: string) => {
    panicked = message;
  },
});

const core: Core = {
  async engines() {
    await ready;
    return { engines: JSON.parse(huffmanEngines()), best: bestHuffmanEngine() };
  },
  async open(input, options, keyLog, onProgress) {
    measuring += 1;
    trying += 1;
    opening += 1;
    const mine = opening;
    const secrets = keyLog === null ? new Uint8Array() : new Uint8Array(await keyLog.arrayBuffer());
    let inspector = isText(await headOf(input)) ? await open() : await openLarge();
    if (mine !== opening) return null;
    let opened = await read(inspector, mine, input, options, secrets, onProgress);
    if (opened?.status === "more") {
      inspector = await openLarge();
      if (mine !== opening) return null;
      opened = await read(inspector, mine, input, options, secrets, onProgress);
    }
    return opened?.status === "more" ? null : opened;
  },
  async tryOut(text, options) {
    await ready;
    const trial = new SmallInspector();
    try {
      return tryOut(trial, text, options);
    } finally {
      trial.free();
    }
  },
  async stopOpening() {
    stopped = opening;
  },
  async connections(from, to) {
    return JSON.parse((await open()).connections(from, to));
  },
  async selectConnection(number) {
    measuring += 1;
    trying += 1;
    return JSON.parse((await open()).selectConnection(number));
  },
  async filterFrames(filter) {
    return (await open()).filterFrames(JSON.stringify(filter));
  },
  async frames(from, to) {
    const window = (await open()).frames(from, to);
    if (window === undefined) return { from, to: from, records: new Int32Array(), texts: [] };
    const { records } = window;
    const texts: [string, string, string][] = JSON.parse(window.texts);
    window.free();
    return transfer({ from, to, records, texts }, [records.buffer]);
  },
  async frameAt(frame) {
    return (await open()).frameAt(frame);
  },
  async frameOf(block) {
    return (await open()).frameOf(block);
  },
  async frameOfPacket(packet) {
    return JSON.parse((await open()).frameOfPacket(packet));
  },
  async find(text, row, forward) {
    return JSON.parse((await open()).find(text, row, forward));
  },
  async harLists(input) {
    const large = await import("@wasm-captures/hpack_inspector_wasm");
    await large.default();
    return large.harLists(new Uint8Array(await new Blob([input]).arrayBuffer()));
  },
  async summary() {
    return JSON.parse((await open()).summary());
  },
  async control(from, to) {
    return JSON.parse((await open()).control(from, to));
  },
  async problems(from, to) {
    return JSON.parse((await open()).problems(from, to));
  },
  async rows(from, to) {
    const window = (await open()).rows(from, to);
    if (window === undefined) return { from, to: from, records: new Int32Array(), text: "" };
    const { records, text } = window;
    window.free();
    return transfer({ from, to, records, text }, [records.buffer]);
  },
  async blocks(from, to) {
    const window = (await open()).blocks(from, to);
    if (window === undefined) return { from, to: from, records: new Int32Array(), labels: [] };
    const { records } = window;
    const labels: string[] = JSON.parse(window.labels);
    window.free();
    return transfer({ from, to, records, labels }, [records.buffer]);
  },
  async octets(block) {
    const inspector = await open();
    const octets = inspector.octets(block);
    const places = inspector.places(block);
    return transfer({ octets, places }, [octets.buffer, places.buffer]);
  },
  async detail(block) {
    return JSON.parse((await open()).block(block));
  },
  async warningItems(block) {
    const items = (await open()).warningItems(block);
    return transfer(items, [items.buffer]);
  },
  async warnings(block, from, to) {
    return JSON.parse((await open()).warnings(block, from, to));
  },
  async explain(row, charactersFrom) {
    return JSON.parse((await open()).explain(row, charactersFrom));
  },
  async explainFault(block, charactersFrom) {
    return JSON.parse((await open()).explainFault(block, charactersFrom));
  },
  async lookUps(block, start, end) {
    return JSON.parse((await open()).lookUps(block, start, end));
  },
  async wholeFields(from, to) {
    return JSON.parse((await open()).wholeFields(from, to));
  },
  async wholeTable(block) {
    return JSON.parse((await open()).wholeTable(block));
  },
  async wholeString(block, start, end, huffman) {
    return (await open()).wholeString(block, start, end, huffman);
  },
  async withTable(block) {
    return (await open()).withTable(block) ?? null;
  },
  async table(direction, row, from, to) {
    return JSON.parse((await open()).table(direction, row, from, to));
  },
  async framing(block) {
    return JSON.parse((await open()).framing(block));
  },
  async provenance(row) {
    return JSON.parse((await open()).provenance(row));
  },
  async pin(direction, position, name, value) {
    return (await open()).pin(direction, position, name, value);
  },
  async unpin(direction, position) {
    (await open()).unpin(direction, position);
  },
  async pins() {
    return JSON.parse((await open()).pins());
  },
  async causes() {
    return JSON.parse((await open()).causes());
  },
  async diagnose(block) {
    return JSON.parse((await open()).diagnose(block));
  },
  async previewChange(change, block) {
    return JSON.parse((await open()).previewChange(JSON.stringify(change), block));
  },
  async applyChange(change, what) {
    measuring += 1;
    trying += 1;
    return JSON.parse((await open()).applyChange(JSON.stringify(change), what));
  },
  async undoChange() {
    measuring += 1;
    trying += 1;
    return JSON.parse((await open()).undoChange());
  },
  async rowAtOctet(block, octet) {
    return (await open()).rowAtOctet(block, octet);
  },
  async usesOf(position, direction) {
    const uses = (await open()).usesOf(position, direction);
    return transfer(uses, [uses.buffer]);
  },
  async setEngine(id) {
    measuring += 1;
    (await open()).setEngine(id);
  },
  async measure(block, onResult) {
    measuring += 1;
    const mine = measuring;
    const inspector = await open();
    inspector.startTiming(block);
    for (;;) {
      const result: TimingResult | null = JSON.parse(inspector.timingRound(ROUND_MS));
      if (result === null) return;
      await onResult(result);
      await breathe();
      if (mine !== measuring) return;
      if (result.done) {
        inspector.stopTiming();
        return;
      }
    }
  },
  async stopMeasuring() {
    measuring += 1;
    (await open()).stopTiming();
  },
  async whatIfMenu() {
    return JSON.parse((await open()).whatIfMenu());
  },
  async whatIf(question, onAnswer) {
    trying += 1;
    const mine = trying;
    const inspector = await open();
    if (mine !== trying || !inspector.startWhatIf(JSON.stringify(question))) return;
    let told = Number.NEGATIVE_INFINITY;
    for (;;) {
      const done = inspector.whatIfRound(ROUND_MS);
      if (done || performance.now() - told >= PROGRESS_MS) {
        const answer: WhatIfAnswer | null = JSON.parse(inspector.whatIf());
        if (answer === null) return;
        told = performance.now();
        await onAnswer(answer);
      }
      if (done) return;
      await breathe();
      if (mine !== trying) return;
    }
  },
  async stopWhatIf() {
    trying += 1;
  },
  async whatIfBlocks() {
    const blocks = (await open()).whatIfBlocks();
    return transfer(blocks, [blocks.buffer]);
  },
  async whatIfEntries(question) {
    return JSON.parse((await open()).whatIfEntries(JSON.stringify(question)));
  },
  async whatIfBlock(block) {
    return JSON.parse((await open()).whatIfBlock(block));
  },
  async explainInteger(octets, prefixBits) {
    await ready;
    return JSON.parse(explainInteger(octets, prefixBits));
  },
  async compose(composition) {
    await ready;
    return JSON.parse(compose(JSON.stringify(composition)));
  },
  async policies() {
    await ready;
    return JSON.parse(policies());
  },
  async huffmanCode() {
    await ready;
    return JSON.parse(huffmanCode());
  },
  async huffmanEncode(text) {
    await ready;
    return huffmanEncode(text);
  },
  async readHuffman(coded) {
    await ready;
    return JSON.parse(readHuffman(coded));
  },
  async staticTable() {
    await ready;
    return StringDecoder.staticStrings();
  },
  async bomb(given) {
    await ready;
    return JSON.parse(bomb(JSON.stringify(given)));
  },
  async flood(given) {
    await ready;
    return JSON.parse(flood(JSON.stringify(given)));
  },
  async guess(given) {
    await ready;
    return JSON.parse(guess(JSON.stringify(given)));
  },
};

expose(told(core, () => panicked));
