/// <reference lib="webworker" />
/**
 * The worker that owns the WebAssembly memory. Everything heavy happens here,
 * so that the page's own thread only draws.
 */

import init, { bestHuffmanEngine, explainInteger, huffmanEngines, Inspector } from "@wasm/hpack_inspector_wasm";
import { expose, transfer } from "comlink";
import { breathe } from "./breathe";
import type { Core } from "./core";
import type { OpenOptions, TimingResult } from "./types";

/** One round of measuring; longer would delay answers to the page, milliseconds. */
const ROUND_MS = 24;

const ready = init();
let inspector: Inspector | null = null;
/** Number of the measuring that may go on; a newer one or a stop ends it. */
let measuring = 0;

async function open(): Promise<Inspector> {
  await ready;
  inspector ??= new Inspector();
  return inspector;
}

const core: Core = {
  async engines() {
    await ready;
    return { engines: JSON.parse(huffmanEngines()), best: bestHuffmanEngine() };
  },
  async open(input, options: OpenOptions) {
    measuring += 1;
    const inspector = await open();
    const octets = typeof input === "string" ? new TextEncoder().encode(input) : input;
    return JSON.parse(inspector.open(octets, JSON.stringify(options)));
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
  async explain(row, charactersFrom) {
    return JSON.parse((await open()).explain(row, charactersFrom));
  },
  async explainFault(block, charactersFrom) {
    return JSON.parse((await open()).explainFault(block, charactersFrom));
  },
  async lookUps(block, start, end) {
    return JSON.parse((await open()).lookUps(block, start, end));
  },
  async table(direction, row, from, to) {
    return JSON.parse((await open()).table(direction, row, from, to));
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
  async explainInteger(octets, prefixBits) {
    await ready;
    return JSON.parse(explainInteger(octets, prefixBits));
  },
};

expose(core);
