/** The panes' view of a composition: pure functions. */

import type { Chosen, Composed, ComposedBlock, ComposedRow, Kind, Representation } from "../engine/types";
import type { ListedFraming } from "../panes/lines";
import { type Selection, START } from "../session/selection";
import type { Building, RowPlace } from "./composition";

/** Length of a frame's header, bytes (RFC 9113 §4.1). */
const FRAME_HEADER = 9;

/** Pairs of hex digits as bytes. */
export function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The representation that a row is written in. */
export function chosenRepresentation(row: ComposedRow): Representation | null {
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

/** A block's bytes by representation. */
export function bytesOfKinds(block: ComposedBlock | null): Record<Kind, number> {
  const sums = { indexed: 0, incremental: 0, without: 0, never: 0, "size-update": 0 };
  for (const { start, end } of block?.sizeUpdates ?? []) sums["size-update"] += end - start;
  for (const { choices, taken, start, end } of block?.rows ?? []) {
    const { kind } = choices[taken] ?? {};
    if (kind !== undefined) sums[kind] += end - start;
  }
  return sums;
}

/** The frames around a block, as lines of its list. */
export function framingOf({ frames, framesHex }: ComposedBlock): ListedFraming {
  const bytes = hexBytes(framesHex);
  let end = 0;
  return {
    stream: frames[0]?.stream ?? 0,
    frames: frames.map(({ type, flagNames, length, start: from, fragment: [fragment, size] }) => {
      const start = end;
      end += size;
      return {
        kind: type,
        start,
        end,
        parts: [{ name: "Flags", bytes: [...bytes.subarray(from, fragment)], text: flagNames.join(", ") }],
        padding: from + FRAME_HEADER + length - (fragment + size),
        paddingError: null,
      };
    }),
  };
}

/** The blocks that have bytes, with their numbers and the rows of their fields in a session of all of them. */
function openedOf({ blocks }: Composed): { number: number; first: number; end: number }[] {
  let end = 0;
  return blocks.flatMap(({ hex, sizeUpdates, rows }, number) => {
    if (hex === "") return [];
    const first = end + sizeUpdates.length;
    end = first + rows.length;
    return { number, first, end };
  });
}

/** The selection in the session of the blocks for a field; after the last field for the empty row. */
export function selectionOf(composed: Composed, { block, row }: RowPlace): Selection {
  const opened = openedOf(composed);
  const nth = opened.findLastIndex(({ number }) => number <= block);
  const found = opened[nth];
  if (found === undefined) return START;
  const at = found.number === block ? Math.min(found.first + row, found.end - 1) : found.end - 1;
  return { ...START, block: nth, row: at };
}

/** The field of a row of that session; null for a size update. */
export function placeOf(composed: Composed, row: number | null): RowPlace | null {
  const found = openedOf(composed).find(({ first, end }) => row !== null && row >= first && row < end);
  return found === undefined || row === null ? null : { block: found.number, row: row - found.first };
}

/** Where the selected field was in the composition that was answered; null if its block is newer. */
export function placeIn(of: Building, { blocks, at, draft }: Building): RowPlace | null {
  const here = blocks[at.block];
  const block = of.blocks.findIndex(({ id }) => id === here?.id);
  const id = here?.rows[at.row]?.id ?? draft;
  const row = of.blocks[block]?.rows.findIndex((one) => one.id === id) ?? -1;
  return block < 0 ? null : { block, row: row < 0 ? Number.POSITIVE_INFINITY : row };
}
