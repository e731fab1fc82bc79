/**
 * Windows of columns, turned into objects for the few rows and blocks that
 * are on the screen.
 */
import {
  BLOCK,
  BLOCK_STRIDE,
  type BlockWindow,
  FLAG,
  KINDS,
  type Kind,
  ROW,
  ROW_STRIDE,
  type RowWindow,
} from "./types";

/** One field or size update, as a list shows it. */
export type Row = {
  row: number;
  block: number;
  /** Octets in the block, end exclusive. */
  start: number;
  end: number;
  kind: Kind;
  flags: number;
  /** The index on the wire; 0 when name and value are literal. */
  index: number;
  /** Cut to TEXT_CUT characters. */
  name: string;
  value: string;
  /** Plain octets of the whole name and value. */
  nameOctets: number;
  valueOctets: number;
  evicted: number;
  /** The new maximum of a size update, octets. */
  size: number;
  tableSize: number;
  tableMax: number;
};

/** The row with number `row`, or null when the window does not hold it. */
export function rowIn(window: RowWindow, row: number): Row | null {
  const at = (row - window.from) * ROW_STRIDE;
  if (row < window.from || at + ROW_STRIDE > window.records.length) return null;
  const cell = (offset: number) => window.records[at + offset] ?? 0;
  const text = (from: number, length: number) => window.text.slice(cell(from), cell(from) + cell(length));
  return {
    row,
    block: cell(ROW.block),
    start: cell(ROW.start),
    end: cell(ROW.end),
    kind: KINDS[cell(ROW.kind)] ?? "indexed",
    flags: cell(ROW.flags),
    index: cell(ROW.index) >>> 0,
    name: text(ROW.nameFrom, ROW.nameLength),
    value: text(ROW.valueFrom, ROW.valueLength),
    nameOctets: cell(ROW.nameOctets) >>> 0,
    valueOctets: cell(ROW.valueOctets) >>> 0,
    evicted: cell(ROW.evicted),
    size: cell(ROW.size) >>> 0,
    tableSize: cell(ROW.tableSize) >>> 0,
    tableMax: cell(ROW.tableMax) >>> 0,
  };
}

/** One block, as a list shows it. */
export type Block = {
  block: number;
  /** Index into `Opened.directions`. */
  direction: number;
  octets: number;
  firstRow: number;
  rows: number;
  fields: number;
  fault: boolean;
  afterFault: boolean;
  /** Octets written in each representation. */
  octetsOf: Record<Kind, number>;
  plainOctets: number;
  warnings: number;
  unknownRows: number;
  label: string;
};

/** The block with number `block`, or null when the window does not hold it. */
export function blockIn(window: BlockWindow, block: number): Block | null {
  const at = (block - window.from) * BLOCK_STRIDE;
  if (block < window.from || at + BLOCK_STRIDE > window.records.length) return null;
  const cell = (offset: number) => window.records[at + offset] ?? 0;
  return {
    block,
    direction: cell(BLOCK.direction),
    octets: cell(BLOCK.octets),
    firstRow: cell(BLOCK.firstRow),
    rows: cell(BLOCK.rows),
    fields: cell(BLOCK.fields),
    fault: cell(BLOCK.fault) === 1,
    afterFault: cell(BLOCK.afterFault) === 1,
    octetsOf: {
      indexed: cell(BLOCK.indexedOctets),
      incremental: cell(BLOCK.incrementalOctets),
      without: cell(BLOCK.withoutOctets),
      never: cell(BLOCK.neverOctets),
      "size-update": cell(BLOCK.sizeUpdateOctets),
    },
    plainOctets: cell(BLOCK.plainOctets),
    warnings: cell(BLOCK.warnings),
    unknownRows: cell(BLOCK.unknownRows),
    label: window.labels[block - window.from] ?? "",
  };
}

export function has(row: Row, flag: keyof typeof FLAG): boolean {
  return (row.flags & FLAG[flag]) !== 0;
}
