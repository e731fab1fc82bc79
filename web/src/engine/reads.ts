/**
 * The page's reads of the open session: the worker answers from this table, and
 * the calls' types (core.ts) come from it.
 */
import { transfer } from "comlink";
import type { Capture, CaptureInspector, Handle } from "./packages";
import { ENTRIES_OF_STEP, TABLE_WINDOW, USES_SHOWN } from "./pane-windows";
import { StaleError } from "./stale-error";
import type {
  BlockContent,
  BlockDetail,
  BlockWindow,
  Connection,
  ControlWindow,
  Diagnosis,
  EngineReading,
  EntryQuestion,
  EntryWindow,
  Explanation,
  FieldText,
  Found,
  FrameFilter,
  FrameWindow,
  Framing,
  Pin,
  PinView,
  Preview,
  Problem,
  RowWindow,
  StepContent,
  StreamOrder,
  StreamWindow,
  Summary,
  TableView,
  TriedBlock,
  Uses,
  Warning,
  WhatIfMenu,
} from "./types";
import { type Block, blockIn, type ExplainedStep, rowIn } from "./windows";

/** The next match from a place on, after it, or before it. */
export type FindHow = "here" | "next" | "previous";

/** A call that the page makes only for captures. */
export function ofCapture<Given extends unknown[], Answer>(
  call: (of: Capture, ...given: Given) => Answer,
): (of: Handle, ...given: Given) => Answer {
  return (of, ...given) => {
    if (of.wasm === null) throw new StaleError();
    return call(of, ...given);
  };
}

/** The current filter of a capture's frames, as JSON, and the number of matching frames. */
export const frameFilters = new WeakMap<CaptureInspector, { filter: string; frames: number }>();

function chooseFrames({ wasm, inspector }: Capture, filter: FrameFilter): number {
  const json = JSON.stringify(filter);
  const before = frameFilters.get(inspector);
  if (before?.filter === json) return before.frames;
  const frames = wasm.filterFrames(inspector, json);
  frameFilters.set(inspector, { filter: json, frames });
  return frames;
}

/** Questions about the open session. */
export const READS = {
  problems: ({ inspector: of }: Handle, from: number, to: number): Problem[] => JSON.parse(of.problems(from, to)),
  rows: ({ inspector: of }: Handle, from: number, to: number): RowWindow => {
    const window = of.rows(from, to);
    if (window === undefined) return { from, to: from, records: new Uint32Array(), text: "" };
    const { records, text } = window;
    window.free();
    return transfer({ from, to, records, text }, [records.buffer]);
  },
  blocks: ({ inspector: of }: Handle, from: number, to: number): BlockWindow => {
    const window = of.blocks(from, to);
    if (window === undefined) return { from, to: from, records: new Uint32Array(), labels: [] };
    const { records } = window;
    const labels: string[] = JSON.parse(window.text);
    window.free();
    return transfer({ from, to, records, labels }, [records.buffer]);
  },
  /** Warnings about items [from, to) of a block. */
  warnings: ({ inspector: of }: Handle, block: number, from: number, to: number): Warning[] =>
    JSON.parse(of.warnings(block, from, to)),
  /** Explains a row, or the block's error if it is null; long strings from character `charactersFrom` on. */
  explanation: (
    { inspector: of }: Handle,
    block: number,
    row: number | null,
    charactersFrom: number,
  ): Explanation | null =>
    JSON.parse(row === null ? of.explainError(block, charactersFrom) : of.explain(row, charactersFrom)),
  rowAtByte: ({ inspector: of }: Handle, block: number, byte: number): number => of.rowAtByte(block, byte),
  /** A match of a text from a place on, after it or before it, wrapping around; null for empty text. */
  find: ({ inspector: of }: Handle, text: string, at: [block: number, row: number], how: FindHow): Found | null =>
    JSON.parse(of.find(text, ...at, how)),
  /** The pinned guesses, each with the rows that refer to its entry. */
  pins: ({ inspector: of }: Handle): Pin[] =>
    (JSON.parse(of.pins()) as PinView[]).map((pin) => ({ ...pin, rows: of.usesOf(pin.position, pin.direction) })),
  /** The blocks with a match of a text, in order; null for empty text. */
  blocksWith: ({ inspector: of }: Handle, text: string): Uint32Array | null => of.blocksWith(text) ?? null,
  /** A summary of each of blocks [from, to) in a line: “GET /path”, “200”. */
  lines: ({ inspector: of }: Handle, from: number, to: number): string[] =>
    JSON.parse(of.lines(Uint32Array.from({ length: to - from }, (_, at) => from + at))),
  /** How every Huffman engine reads the string whose data is at [start, end) of a block. */
  lookUps: ({ inspector: of }: Handle, block: number, start: number, end: number): EngineReading[] | null =>
    JSON.parse(of.lookUps(block, start, end)),
  /** The whole fields of rows [from, to), null for size updates and unknown fields; null if they are too large. */
  wholeFields: ({ inspector: of }: Handle, from: number, to: number): (FieldText | null)[] | null =>
    JSON.parse(of.wholeFields(from, to)),
  /** The table before a block, newest entry first; null if part of it is unknown, or it is too large. */
  wholeTable: ({ inspector: of }: Handle, block: number): FieldText[] | null => JSON.parse(of.wholeTable(block)),
  /** The decoded bytes of string data at [start, end) of a block. */
  wholeString: ({ inspector: of }: Handle, block: number, start: number, end: number, huffman: boolean): Uint8Array =>
    of.wholeString(block, start, end, huffman),
  /**
   * Why a block fails or makes no sense, the most likely cause first; empty if
   * there is no explanation. With null: causes for the whole session, at most
   * one for each direction.
   */
  diagnose: ({ inspector: of }: Handle, block: number | null): Diagnosis[] =>
    JSON.parse(block === null ? of.causes() : of.diagnose(block)),
  previewChange: ({ inspector: of }: Handle, change: unknown, block: number): Preview | null =>
    JSON.parse(of.previewChange(JSON.stringify(change), block)),
  setEngine: ({ inspector: of }: Handle, id: string): void => of.setEngine(id),
  whatIfMenu: ({ inspector: of }: Handle): WhatIfMenu => JSON.parse(of.whatIfMenu()),
  whatIfEntries: ({ inspector: of }: Handle, question: EntryQuestion): EntryWindow | null =>
    JSON.parse(of.whatIfEntries(JSON.stringify(question))),
  /** A block as it would be encoded; null if its table has bytes that are not text. */
  whatIfBlock: ({ inspector: of }: Handle, block: number): TriedBlock | null => JSON.parse(of.whatIfBlock(block)),

  // What the panes show of a block or a step, each in one answer.

  content: ({ wasm, inspector: of }: Handle, block: number): BlockContent => {
    const bytes = of.bytes(block);
    const places = of.places(block);
    const warningItems = of.warningItems(block);
    const detail: BlockDetail | null = JSON.parse(of.block(block));
    const framing: Framing | null = wasm === null ? null : JSON.parse(wasm.framing(of as CaptureInspector, block));
    const frame = wasm === null ? -1 : wasm.frameOf(of as CaptureInspector, block);
    const [counterpart, withTable] = [of.counterpart(block), of.withTable(block) ?? null];
    const content = { bytes, places, warningItems, detail, framing, frame, counterpart, withTable };
    return transfer(content, [bytes.buffer, places.buffer, warningItems.buffer]);
  },
  /** `row` is null for the start of the block, and for its error. */
  step: (handle: Handle, block: number, row: number | null, error: boolean): StepContent =>
    stepOf(handle, block, row, error, TABLE_WINDOW),
  /** Steps [from, to) of a block; its error comes after its last row. */
  steps: (handle: Handle, block: number, from: number, to: number): ExplainedStep[] => {
    const info = blockOf(handle, block);
    if (info === null) return [];
    const end = Math.min(to, info.rows + (info.error ? 1 : 0));
    return Array.from({ length: Math.max(end - from, 0) }, (_, nth) => {
      const row = from + nth < info.rows ? info.firstRow + from + nth : null;
      const field = row === null ? null : rowIn(READS.rows(handle, row, row + 1), row);
      return { ...stepOf(handle, block, row, row === null, ENTRIES_OF_STEP), field };
    });
  },
  /** Entries [from, to) of the table of `step`. */
  tableAt: (
    handle: Handle,
    [block, row, error]: [block: number, row: number | null, error: boolean],
    from: number,
    to: number,
  ): TableView | null => {
    const info = blockOf(handle, block);
    return JSON.parse(handle.inspector.table(info?.direction ?? 0, momentOf(handle, info, row, error), from, to));
  },
  /** The fields that refer to an entry, `most` of them at most. */
  uses: (handle: Handle, direction: number, position: number, most: number): Uses => {
    const rows = handle.inspector.usesOf(position, direction);
    const shown = Array.from(rows.subarray(0, most), (use) => {
      const row = rowIn(READS.rows(handle, use, use + 1), use);
      return { row: use, block: row?.block ?? 0, byte: row?.start ?? 0 };
    });
    return { total: rows.length, shown };
  },

  // Of captures.

  connections: ofCapture(({ wasm, inspector }, from: number, to: number): Connection[] =>
    JSON.parse(wasm.connections(inspector, from, to)),
  ),
  /** Frames `from` to `to` (exclusive) of the filtered list, and the length of that list. */
  frames: ofCapture((of, filter: FrameFilter, from: number, to: number): FrameWindow => {
    const total = chooseFrames(of, filter);
    const window = of.wasm.frames(of.inspector, from, to);
    if (window === undefined) return { from, total, records: new Uint32Array(), texts: [] };
    const { records } = window;
    const texts: [string, string, string][] = JSON.parse(window.text);
    window.free();
    return transfer({ from, total, records, texts }, [records.buffer]);
  }),
  /** Index of a frame among the matches, or of the next match; −1 after the last. */
  frameAt: ofCapture((of, filter: FrameFilter, frame: number): number => {
    chooseFrames(of, filter);
    return of.wasm.frameAt(of.inspector, frame);
  }),
  /** The first frame of any connection in a packet or after it. */
  frameOfPacket: ofCapture(({ wasm, inspector }, packet: number): { connection: number; frame: number } | null =>
    JSON.parse(wasm.frameOfPacket(inspector, packet)),
  ),
  /** Streams [from, to) of the connection in an order. */
  streams: ofCapture(
    ({ wasm, inspector }, order: StreamOrder, from: number, to: number): StreamWindow =>
      JSON.parse(wasm.streams(inspector, JSON.stringify(order), from, to)),
  ),
  /** Index in that order of a frame's stream; −1 if it belongs to none. */
  streamAt: ofCapture(({ wasm, inspector }, order: StreamOrder, frame: number): number =>
    wasm.streamAt(inspector, JSON.stringify(order), frame),
  ),
  /** Both directions of the connection. */
  summary: ofCapture(({ wasm, inspector }): Summary[] => JSON.parse(wasm.summary(inspector))),
  control: ofCapture(
    ({ wasm, inspector }, from: number, to: number): ControlWindow => JSON.parse(wasm.control(inspector, from, to)),
  ),
};

/** `entries`: most entries of the table. */
function stepOf(handle: Handle, block: number, row: number | null, error: boolean, entries: number): StepContent {
  const { inspector: of } = handle;
  const info = blockOf(handle, block);
  const direction = info?.direction ?? 0;
  const item = row === null || info === null ? -1 : row - info.firstRow;
  const table: TableView | null = JSON.parse(of.table(direction, momentOf(handle, info, row, error), 0, entries));
  const isStored = row !== null && table !== null && table.inserted !== null;
  return {
    explanation: row === null && !error ? null : READS.explanation(handle, block, row, 0),
    provenance: row === null ? null : JSON.parse(of.provenance(row)),
    warnings: item < 0 || info?.warnings === 0 ? [] : JSON.parse(of.warnings(block, item, item + 1)),
    direction,
    table,
    uses: isStored ? READS.uses(handle, direction, table.inserted ?? 0, USES_SHOWN) : null,
  };
}

function blockOf(handle: Handle, block: number): Block | null {
  return blockIn(READS.blocks(handle, block, block + 1), block);
}

/**
 * The row after which the table is shown, −1 for the start. At an error, and
 * before a block's first field, that is the last step before it in the same
 * direction: each direction has its own table.
 */
function momentOf(handle: Handle, block: Block | null, row: number | null, error: boolean): number {
  if (row !== null || block === null) return row ?? -1;
  if (error && block.rows > 0) return block.firstRow + block.rows - 1;
  for (let number = block.block - 1; number >= 0; number -= 1) {
    const earlier = blockOf(handle, number);
    if (earlier?.direction === block.direction && earlier.rows > 0) return earlier.firstRow + earlier.rows - 1;
  }
  return -1;
}
