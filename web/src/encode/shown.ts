/** The panes' view of a composition: pure functions. */

import { stringsOf } from "../engine/parts";
import type {
  Chosen,
  ComposedBlock,
  ComposedEntry,
  ComposedFrame,
  ComposedRow,
  Representation,
  TableWindow,
} from "../engine/types";
import type { Cover } from "../panes/covers";
import { hexOf } from "../ui/figures";

/** Pairs of hex digits as bytes. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The representation that a row is written in. */
export function takenOf(row: ComposedRow): Representation | null {
  return row.choices[row.taken] ?? null;
}

/** A string that identifies a representation. */
export function keyOf({ kind, index, nameHuffman, valueHuffman }: Chosen): string {
  return [kind, index, nameHuffman, valueHuffman].join(" ");
}

/** The parts of a representation that a row can choose. */
export function chosenOf({ kind, index, nameHuffman, valueHuffman }: Chosen): Chosen {
  return { kind, index, nameHuffman, valueHuffman };
}

function stringsIn(bytes: Uint8Array, start: number, end: number, chosen: Chosen): [number, number][] {
  const { kind, nameHuffman, valueHuffman } = chosen;
  return stringsOf(bytes, {
    start,
    end,
    kind,
    nameLiteral: nameHuffman !== null,
    valueLiteral: valueHuffman !== null,
  });
}

/** The part of a block that each of its bytes belongs to. */
export function coversOf(block: ComposedBlock, bytes: Uint8Array): Cover[] {
  const updates = block.sizeUpdates.map(
    ({ start, end }): Cover => ({ from: start, to: end, kind: "size-update", row: null, strings: [] }),
  );
  const rows = block.rows.flatMap((row): Cover[] => {
    const taken = takenOf(row);
    if (taken === null) return [];
    const { start, end } = row;
    return [{ from: start, to: end, kind: taken.kind, row: null, strings: stringsIn(bytes, start, end, taken) }];
  });
  return [...updates, ...rows];
}

/** The cover of a single representation's bytes, which may be truncated. */
export function coverOf(representation: Representation, bytes: Uint8Array): Cover {
  const strings = stringsIn(bytes, 0, bytes.length, representation);
  return { from: 0, to: bytes.length, kind: representation.kind, row: null, strings };
}

/** The row that a byte of the block belongs to. */
export function rowAt(block: ComposedBlock, byte: number): number | null {
  const row = block.rows.findIndex(({ start, end }) => byte >= start && byte < end);
  return row < 0 ? null : row;
}

/** A frame's own bytes before its fragment of the block, in hex digits. */
export function leadHex({ framesHex }: ComposedBlock, { start, fragment }: ComposedFrame): string {
  return hexOf(bytesOf(framesHex.slice(2 * start, 2 * fragment[0])));
}

/** “HEADERS · stream 1 · END_STREAM END_HEADERS · 26 B”. */
export function frameWords({ type, stream, flagNames, length }: ComposedFrame): string {
  return [type, `stream ${stream}`, flagNames.join(" "), `${length} B`].filter((word) => word !== "").join(" · ");
}

export type TableState = {
  table: TableWindow;
  /** Newest first. */
  live: { index: number; position: number; entry: ComposedEntry }[];
  /** Entries evicted in this step, newest first. */
  gone: { position: number; entry: ComposedEntry }[];
  inserted: number | null;
};

/** The first index of the dynamic table (RFC 7541 §2.3.3). */
const FIRST_INDEX = 62;

/** The table after a row, or before the first row, after the size updates. */
export function tableAfter(
  composed: { blocks: ComposedBlock[]; entries: ComposedEntry[]; table: TableWindow },
  number: number,
  row: number | null,
): TableState | null {
  const block = composed.blocks[number];
  if (block === undefined) return null;
  const windows = [...windowsBefore(composed, number), ...block.rows.map(({ table }) => table)];
  const held = row === null ? null : (block.rows[row] ?? null);
  const at = held === null ? windows.length - 1 - block.rows.length : windows.length - block.rows.length + (row ?? 0);
  const table = windows[at];
  if (table === undefined) return null;
  const before = held === null ? table : (windows[at - 1] ?? table);
  const window = ({ first, end }: { first: number; end: number }) =>
    composed.entries
      .slice(first, end)
      .map((entry, nth) => ({ position: first + nth, entry }))
      .reverse();
  return {
    table,
    live: window(table).map((live, nth) => ({ index: FIRST_INDEX + nth, ...live })),
    gone: window({ first: before.first, end: Math.min(table.first, before.end) }),
    inserted: held?.inserted ?? null,
  };
}

/** The windows up to a block's first row. */
function windowsBefore(
  { blocks, table }: { blocks: ComposedBlock[]; table: TableWindow },
  number: number,
): TableWindow[] {
  const before = blocks
    .slice(0, number)
    .flatMap((block) => [...block.sizeUpdates, ...block.rows].map((step) => step.table));
  return [table, ...before, ...(blocks[number]?.sizeUpdates ?? []).map((update) => update.table)];
}
