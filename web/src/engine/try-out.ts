/** Decodes a text independently of the open session, to check an answer or for figures in a sentence. */
import type { Inspector } from "@wasm/hpack_inspector_wasm";
import type { Handle } from "./packages";
import { READS } from "./reads";
import { lettersOf } from "./shown-text";
import type { Answered, ErrorDetail, Kind, OpenOptions, Part, TableEntry, TableFill, TableView } from "./types";
import { blockIn, rowIn } from "./windows";

export type StandaloneResult = { status: "ok"; blocks: TriedBlock[] } | { status: "refused"; message: string };

export type TriedBlock = {
  bytes: number[];
  /** Bytes of all names and values, decoded. */
  plainBytes: number;
  rows: TriedRow[];
  error: ErrorDetail | null;
  before: TableFill;
  /** Or at the error. */
  after: TableFill;
  /** The table's entries after the block, newest first. */
  entries: TriedEntry[];
  table: TableView | null;
};

/** An entry with its whole name and value; null if unknown. */
export type TriedEntry = Omit<TableEntry, "name" | "value"> & { name: string | null; value: string | null };

/** A field or a size update, whole; "" for an unknown name or value. */
export type TriedRow = {
  kind: Kind;
  name: string;
  value: string;
  /** The index on the wire; 0 if name and value are literal. */
  index: number;
  /** The new maximum of a size update, bytes. */
  size: number;
  start: number;
  end: number;
  evicted: number;
  /** As explained, in wire order. */
  parts: Part[];
};

/** Limits of blocks, and rows in each: such texts are small. */
const BLOCKS_MOST = 64;
const ROWS_MOST = 4096;

/** `inspector` has no other session. */
export function decodeStandalone(inspector: Inspector, text: string, options: OpenOptions): StandaloneResult {
  const opened: Answered = JSON.parse(inspector.open(new TextEncoder().encode(text), JSON.stringify(options)));
  if (opened.status === "frames") return { status: "refused", message: "Only header blocks can be tried." };
  if (opened.status === "refused") return { status: "refused", message: opened.message };
  const blocks = Array.from({ length: Math.min(opened.blocks, BLOCKS_MOST) }, (_, number) =>
    triedBlock({ wasm: null, inspector }, number),
  );
  return { status: "ok", blocks };
}

function triedBlock(handle: Handle, number: number): TriedBlock {
  const { bytes, detail } = READS.content(handle, number);
  const block = blockIn(READS.blocks(handle, number, number + 1), number);
  if (block === null || detail === null) throw new Error("a block is not there");
  const last = block.firstRow + Math.min(block.rows, ROWS_MOST);
  const table: TableView | null = JSON.parse(handle.inspector.table(block.direction, last - 1, 0, ROWS_MOST));
  return {
    bytes: [...bytes],
    plainBytes: block.plainBytes,
    rows: triedRows(handle, number, block.firstRow, last),
    error: detail.error,
    before: detail.before,
    after: detail.after,
    entries: table === null ? [] : table.entries.map(triedEntry),
    table,
  };
}

/** Such texts are written for this, and much shorter than the limit for truncation. */
function triedEntry({ name, value, ...entry }: TableEntry): TriedEntry {
  return { ...entry, name: name && lettersOf(name), value: value && lettersOf(value) };
}

function triedRows(handle: Handle, block: number, from: number, to: number): TriedRow[] {
  const window = READS.rows(handle, from, to);
  const whole = READS.wholeFields(handle, from, to) ?? [];
  return Array.from({ length: to - from }, (_, nth) => rowIn(window, from + nth)).flatMap((row, nth) => {
    if (row === null) return [];
    const { name = "", value = "" } = whole[nth] ?? {};
    const { kind, index, size, start, end, evicted } = row;
    const parts = READS.explanation(handle, block, from + nth, 0)?.parts ?? [];
    return [{ kind, name, value, index, size, start, end, evicted, parts }];
  });
}
