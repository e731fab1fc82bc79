/** Decodes a text by itself, beside whatever is open: for checking an answer, and for figures in a sentence. */
import type { Inspector } from "@wasm/hpack_inspector_wasm";
import { lettersOf } from "./shown-text";
import type {
  Answered,
  BlockDetail,
  Fault,
  FieldText,
  Kind,
  OpenOptions,
  TableEntry,
  TableFill,
  TableView,
} from "./types";
import { blockIn, rowIn } from "./windows";

export type Tried = { status: "ok"; blocks: TriedBlock[] } | { status: "refused"; message: string };

export type TriedBlock = {
  bytes: number[];
  /** Bytes of all fields when written out plainly: name + value. */
  plainBytes: number;
  rows: TriedRow[];
  fault: Fault | null;
  before: TableFill;
  /** At the fault, where there is one. */
  after: TableFill;
  /** The table's entries after the block, newest first. */
  entries: TriedEntry[];
};

/** An entry with its whole name and value; null where not known. */
export type TriedEntry = Omit<TableEntry, "name" | "value"> & { name: string | null; value: string | null };

/** A field or a size update, whole; "" where a name or value is not known. */
export type TriedRow = {
  kind: Kind;
  name: string;
  value: string;
  /** The index on the wire; 0 when name and value are literal. */
  index: number;
  /** The new maximum of a size update, bytes. */
  size: number;
  start: number;
  end: number;
  evicted: number;
};

/** Blocks and rows of each that are looked at: what is tried is small. */
const BLOCKS_MOST = 64;
const ROWS_MOST = 4096;

/** `inspector` is one that holds nothing else. */
export function tryOut(inspector: Inspector, text: string, options: OpenOptions): Tried {
  const opened: Answered = JSON.parse(inspector.open(new TextEncoder().encode(text), JSON.stringify(options)));
  if (opened.status === "frames") return { status: "refused", message: "Only header blocks can be tried." };
  if (opened.status === "refused") return { status: "refused", message: opened.message };
  const blocks: TriedBlock[] = [];
  for (let number = 0; number < Math.min(opened.blocks, BLOCKS_MOST); number += 1) {
    blocks.push(triedBlock(inspector, number));
  }
  return { status: "ok", blocks };
}

function triedBlock(inspector: Inspector, number: number): TriedBlock {
  const window = inspector.blocks(number, number + 1);
  if (window === undefined) throw new Error("nothing is open");
  const labels: string[] = JSON.parse(window.text);
  const block = blockIn({ from: number, to: number + 1, records: window.records, labels }, number);
  window.free();
  const detail: BlockDetail | null = JSON.parse(inspector.block(number));
  if (block === null || detail === null) throw new Error("a block is not there");
  const last = block.firstRow + Math.min(block.rows, ROWS_MOST);
  const table: TableView | null = JSON.parse(inspector.table(block.direction, last - 1, 0, ROWS_MOST));
  return {
    bytes: [...inspector.bytes(number)],
    plainBytes: block.plainBytes,
    rows: triedRows(inspector, block.firstRow, last),
    fault: detail.fault,
    before: detail.before,
    after: detail.after,
    entries: table === null ? [] : table.entries.map(triedEntry),
  };
}

/** What is tried is written for it, and far shorter than what is cut. */
function triedEntry({ name, value, ...entry }: TableEntry): TriedEntry {
  return { ...entry, name: name && lettersOf(name), value: value && lettersOf(value) };
}

function triedRows(inspector: Inspector, from: number, to: number): TriedRow[] {
  const window = inspector.rows(from, to);
  if (window === undefined) return [];
  const { records, text } = window;
  window.free();
  const whole: (FieldText | null)[] = JSON.parse(inspector.wholeFields(from, to)) ?? [];
  const rows: TriedRow[] = [];
  for (let at = from; at < to; at += 1) {
    const row = rowIn({ from, to, records, text }, at);
    if (row === null) break;
    const { name = "", value = "" } = whole[at - from] ?? {};
    const { kind, index, size, start, end, evicted } = row;
    rows.push({ kind, name, value, index, size, start, end, evicted });
  }
  return rows;
}
