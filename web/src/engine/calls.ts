/**
 * Everything that the page can ask of the core, once: the worker answers by
 * these tables, and the page's types of the calls (core.ts) come from them.
 */
import type * as First from "@wasm/hpack_inspector_wasm";
import type * as Everything from "@wasm-captures/hpack_inspector_wasm";
import type * as More from "@wasm-more/hpack_inspector_wasm";
import { transfer } from "comlink";
import { everything, more, smallest } from "./packages";
import { type Tried, tryOut } from "./try-out";
import type {
  Blast,
  BlockDetail,
  BlockOctets,
  BlockWindow,
  Bomb,
  CodeRow,
  Composed,
  Composition,
  Connection,
  Control,
  Diagnosis,
  EngineReading,
  EntryQuestion,
  EntryWindow,
  Explanation,
  FieldText,
  Flood,
  Flooded,
  Found,
  FrameFilter,
  FrameWindow,
  Framing,
  Guessed,
  Guesses,
  HuffmanEngine,
  HuffmanReading,
  IntegerExplanation,
  Keep,
  OpenOptions,
  PinView,
  Policies,
  Preview,
  Problem,
  Provenance,
  RowWindow,
  SessionTotals,
  StreamWindow,
  Summary,
  TableView,
  TriedBlock,
  Warning,
  WhatIfMenu,
} from "./types";

/** The next match from a place on, behind it, or before it. */
export type FindHow = "here" | "next" | "previous";

/**
 * What is asked of the session that is open, by the package that can answer: an entry's place is the package's size. An
 * answer is of that session, or there is none.
 */
export const READS = [
  {
    problems: (of: First.Inspector, from: number, to: number): Problem[] => JSON.parse(of.problems(from, to)),
    rows: (of: First.Inspector, from: number, to: number): RowWindow => {
      const window = of.rows(from, to);
      if (window === undefined) return { from, to: from, records: new Uint32Array(), text: "" };
      const { records, text } = window;
      window.free();
      return transfer({ from, to, records, text }, [records.buffer]);
    },
    blocks: (of: First.Inspector, from: number, to: number): BlockWindow => {
      const window = of.blocks(from, to);
      if (window === undefined) return { from, to: from, records: new Uint32Array(), labels: [] };
      const { records } = window;
      const labels: string[] = JSON.parse(window.labels);
      window.free();
      return transfer({ from, to, records, labels }, [records.buffer]);
    },
    octets: (of: First.Inspector, block: number): BlockOctets => {
      const octets = of.octets(block);
      const places = of.places(block);
      return transfer({ octets, places }, [octets.buffer, places.buffer]);
    },
    detail: (of: First.Inspector, block: number): BlockDetail | null => JSON.parse(of.block(block)),
    /** The item (from 0) that each warning about a block is about, in order: as many as Block.warnings says. */
    warningItems: (of: First.Inspector, block: number): Uint32Array => {
      const items = of.warningItems(block);
      return transfer(items, [items.buffer]);
    },
    /** The warnings about items [from, to) of a block. */
    warnings: (of: First.Inspector, block: number, from: number, to: number): Warning[] =>
      JSON.parse(of.warnings(block, from, to)),
    explain: (of: First.Inspector, row: number, charactersFrom: number): Explanation | null =>
      JSON.parse(of.explain(row, charactersFrom)),
    explainFault: (of: First.Inspector, block: number, charactersFrom: number): Explanation | null =>
      JSON.parse(of.explainFault(block, charactersFrom)),
    table: (of: First.Inspector, direction: number, row: number, from: number, to: number): TableView | null =>
      JSON.parse(of.table(direction, row, from, to)),
    /** null for a size update. */
    provenance: (of: First.Inspector, row: number): Provenance | null => JSON.parse(of.provenance(row)),
    rowAtOctet: (of: First.Inspector, block: number, octet: number): number => of.rowAtOctet(block, octet),
    usesOf: (of: First.Inspector, position: number, direction: number): Int32Array => {
      const uses = of.usesOf(position, direction);
      return transfer(uses, [uses.buffer]);
    },
  },
  {
    /** Where a text stands from a place on, behind or before it, round the end; null for no text. */
    find: (of: More.Inspector, text: string, at: [block: number, row: number], how: FindHow): Found | null =>
      JSON.parse(of.find(text, ...at, how)),
    pins: (of: More.Inspector): PinView[] => JSON.parse(of.pins()),
    /** The blocks in which a text stands, in order; null for no text. */
    blocksWith: (of: More.Inspector, text: string): Uint32Array | null => of.blocksWith(text) ?? null,
    /** Each of some blocks in a line: “GET /path”, “200”. */
    lines: (of: More.Inspector, blocks: Uint32Array): string[] => JSON.parse(of.lines(blocks)),
    /** The block that answers one, or that one answers; −1 where there is none. */
    otherSide: (of: More.Inspector, block: number): number => of.otherSide(block),
    /** How every Huffman engine reads the string whose data is at [start, end) of a block. */
    lookUps: (of: More.Inspector, block: number, start: number, end: number): EngineReading[] | null =>
      JSON.parse(of.lookUps(block, start, end)),
    /** The fields of rows [from, to), whole: null for a size update and for what is not known; null where they are too large. */
    wholeFields: (of: More.Inspector, from: number, to: number): (FieldText | null)[] | null =>
      JSON.parse(of.wholeFields(from, to)),
    /** The table that a block meets, newest entry first; null where not all of it is known, or it is too large. */
    wholeTable: (of: More.Inspector, block: number): FieldText[] | null => JSON.parse(of.wholeTable(block)),
    /** The bytes that string data at [start, end) of a block spell. */
    wholeString: (of: More.Inspector, block: number, start: number, end: number, huffman: boolean): Uint8Array =>
      of.wholeString(block, start, end, huffman),
    /** A block with what its table needs, as text that is read back to the same fields; null where it needs nothing. */
    withTable: (of: More.Inspector, block: number): string | null => of.withTable(block) ?? null,
    /** What may be wrong with the whole session: one cause for each direction at most. */
    causes: (of: More.Inspector): Diagnosis[] => JSON.parse(of.causes()),
    /** Why a block fails or makes no sense, the most likely first; nothing where nothing fits. */
    diagnose: (of: More.Inspector, block: number): Diagnosis[] => JSON.parse(of.diagnose(block)),
    previewChange: (of: More.Inspector, change: unknown, block: number): Preview | null =>
      JSON.parse(of.previewChange(JSON.stringify(change), block)),
    setEngine: (of: More.Inspector, id: string): void => of.setEngine(id),
    whatIfMenu: (of: More.Inspector): WhatIfMenu => JSON.parse(of.whatIfMenu()),
    /** WHAT_IF_BLOCK_STRIDE numbers a block. */
    whatIfBlocks: (of: More.Inspector): Uint32Array => {
      const blocks = of.whatIfBlocks();
      return transfer(blocks, [blocks.buffer]);
    },
    whatIfEntries: (of: More.Inspector, question: EntryQuestion): EntryWindow | null =>
      JSON.parse(of.whatIfEntries(JSON.stringify(question))),
    /** A block of the session as it would be; null where its table holds what is no text. */
    whatIfBlock: (of: More.Inspector, block: number): TriedBlock | null => JSON.parse(of.whatIfBlock(block)),
  },
  {
    connections: (of: Everything.Inspector, from: number, to: number): Connection[] =>
      JSON.parse(of.connections(from, to)),
    /** Which frames the timeline shows from now on; how many they are. */
    filterFrames: (of: Everything.Inspector, filter: FrameFilter): number => of.filterFrames(JSON.stringify(filter)),
    frames: (of: Everything.Inspector, from: number, to: number): FrameWindow => {
      const window = of.frames(from, to);
      if (window === undefined) return { from, to: from, records: new Uint32Array(), texts: [] };
      const { records } = window;
      const texts: [string, string, string][] = JSON.parse(window.texts);
      window.free();
      return transfer({ from, to, records, texts }, [records.buffer]);
    },
    /** Where a frame, or the next that is shown, stands in the timeline; −1 behind the last. */
    frameAt: (of: Everything.Inspector, frame: number): number => of.frameAt(frame),
    /** The frame that begins a block; −1 where there is none. */
    frameOf: (of: Everything.Inspector, block: number): number => of.frameOf(block),
    /** The first frame of any connection that came with a packet or after it. */
    frameOfPacket: (of: Everything.Inspector, packet: number): { connection: number; frame: number } | null =>
      JSON.parse(of.frameOfPacket(packet)),
    /** Streams [from, to) of the connection, in the order of their first frames. */
    streams: (of: Everything.Inspector, from: number, to: number): StreamWindow => JSON.parse(of.streams(from, to)),
    /** Both directions of what is looked at. */
    summary: (of: Everything.Inspector): Summary[] => JSON.parse(of.summary()),
    control: (of: Everything.Inspector, from: number, to: number): { total: number; list: Control[] } =>
      JSON.parse(of.control(from, to)),
    /** null where the block came in no frames. */
    framing: (of: Everything.Inspector, block: number): Framing | null => JSON.parse(of.framing(block)),
  },
] as const;

/**
 * What makes another session of the one that is open, by package too: null where it can't be done, and nothing changed.
 */
export const TURNS = [
  {},
  {
    /** Pins a guess on an unknown entry; null where it is not taken. */
    pin: (of: More.Inspector, direction: number, position: number, name: string, value: string | null): true | null =>
      of.pin(direction, position, name, value) || null,
    unpin: (of: More.Inspector, direction: number, position: number): true => {
      of.unpin(direction, position);
      return true;
    },
    /** Decodes anew with a change. */
    applyChange: (of: More.Inspector, change: unknown): SessionTotals | null =>
      JSON.parse(of.applyChange(JSON.stringify(change))),
    undoChange: (of: More.Inspector): SessionTotals | null => JSON.parse(of.undoChange()),
  },
  {
    /** Turns to a connection, of which all else then speaks. */
    selectConnection: (of: Everything.Inspector, number: number): SessionTotals | null =>
      JSON.parse(of.selectConnection(number)),
  },
] as const;

/** What is asked of nothing but what is given. */
export const FUNCTIONS = {
  /** Those that can be chosen, and the id of the one to begin with. */
  engines: async (): Promise<{ engines: HuffmanEngine[]; best: string }> => {
    const { huffmanEngines, bestHuffmanEngine } = await smallest();
    return { engines: JSON.parse(huffmanEngines()), best: bestHuffmanEngine() };
  },
  /** Decodes a text of header blocks by itself: what is open stays open. */
  tryOut: async (text: string, options: OpenOptions): Promise<Tried> => {
    const { Inspector } = await more();
    const trial = new Inspector();
    try {
      return tryOut(trial, text, options);
    } finally {
      trial.free();
    }
  },
  /** The header lists of a HAR archive, as JSON for an encoder. */
  harLists: async (input: string | Blob): Promise<string> => {
    const { harLists } = await everything();
    return harLists(new Uint8Array(await new Blob([input]).arrayBuffer()));
  },
  explainInteger: async (octets: Uint8Array, prefixBits: number): Promise<IntegerExplanation | null> =>
    JSON.parse((await more()).explainInteger(octets, prefixBits)),
  /** The fields, masked but for what `keep` keeps. */
  maskedFields: async (fields: FieldText[], keep: Keep): Promise<FieldText[]> =>
    JSON.parse((await more()).maskedFields(JSON.stringify(fields), JSON.stringify(keep))),
  /** Encodes what a person has put together. */
  compose: async (composition: Composition): Promise<Composed> =>
    JSON.parse((await more()).compose(JSON.stringify(composition))),
  /** What a composition makes, as text that is read back, a story or a test. */
  written: async (composition: Composition, form: string): Promise<string> =>
    (await more()).written(JSON.stringify(composition), form),
  /** Those that choose representations. */
  policies: async (): Promise<Policies> => JSON.parse((await more()).policies()),
  /** Appendix B, in the order of the symbols. */
  huffmanCode: async (): Promise<CodeRow[]> => JSON.parse((await more()).huffmanCode()),
  /** Bytes in the Huffman code, with padding. */
  huffmanEncode: async (text: Uint8Array): Promise<Uint8Array> => (await more()).huffmanEncode(text),
  /** Bytes read as a Huffman-coded string. */
  readHuffman: async (coded: Uint8Array): Promise<HuffmanReading> => JSON.parse((await more()).readHuffman(coded)),
  /** Name and value of index 0, which is none, of index 1, and so on. */
  staticTable: async (): Promise<string[]> => (await more()).StringDecoder.staticStrings(),
  bomb: async (given: Bomb): Promise<Blast> => JSON.parse((await more()).bomb(JSON.stringify(given))),
  flood: async (given: Flood): Promise<Flooded> => JSON.parse((await more()).flood(JSON.stringify(given))),
  guess: async (given: Guesses): Promise<Guessed> => JSON.parse((await more()).guess(JSON.stringify(given))),
};
