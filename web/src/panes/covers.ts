/** What each byte of a block is part of, for the lines that are on the screen. */
import { useMemo } from "react";
import { stringRanges } from "../engine/parts";
import type { Fault, Kind } from "../engine/types";
import type { Row } from "../engine/windows";
import { useRead } from "../inspector/inspector";
import type { Selection } from "../session/selection";

/** Lines whose rows are fetched together. */
const CHUNK_LINES = 64;

const NO_ROWS: Row[] = [];

/** A block of so many rows is not searched for those that the visible lines begin and end in. */
const ROWS_AT_ONCE = 256;

/** What a range of bytes is: a row, the fault's representation, or not decoded. */
export type Cover = {
  from: number;
  to: number;
  kind: Kind | "error" | "none";
  row: Row | null;
  strings: [number, number][];
};

export type Covers = { list: Cover[]; fault: Fault | null };

/** The rows that the visible lines' bytes belong to, and the fault's representation after the last. */
export function useCovers(
  block: number,
  bytes: Uint8Array,
  perLine: number,
  firstLine: number,
  lastLine: number,
): Covers {
  const firstChunk = Math.floor(firstLine / CHUNK_LINES);
  const lastChunk = Math.floor(lastLine / CHUNK_LINES);
  const answer = useRead((known) => {
    const info = known.block(block);
    if (info === null) return null;
    const { fault } = known.content(block).detail ?? { fault: null };
    const end = info.firstRow + info.rows;
    if (info.rows <= ROWS_AT_ONCE) return { rows: known.rowsIn(info.firstRow, end), fault };
    const first = known.rowAtByte(block, firstChunk * CHUNK_LINES * perLine);
    const last = known.rowAtByte(block, Math.min((lastChunk + 1) * CHUNK_LINES * perLine, bytes.length) - 1);
    return { rows: first < 0 ? [] : known.rowsIn(first, last < 0 ? end : last + 1), fault };
  });
  const { rows = NO_ROWS, fault = null } = answer ?? {};
  return useMemo(() => {
    const list: Cover[] = rows.map((row) => ({
      from: row.start,
      to: row.end,
      kind: row.kind,
      row,
      strings: stringRanges(bytes, row),
    }));
    if (fault !== null) {
      // What follows the faulty byte was never looked at.
      const known = Math.min(Math.max(fault.at + 1, fault.fieldOffset + 1), bytes.length);
      list.push({ from: fault.fieldOffset, to: known, kind: "error", row: null, strings: [] });
      list.push({ from: known, to: bytes.length, kind: "none", row: null, strings: [] });
    }
    return { list, fault };
  }, [rows, fault, bytes]);
}

/** The bytes of a selection, where they are among these. */
export function rangeOf(place: Selection | null, covers: Covers): { from: number; to: number } | null {
  if (place === null) return null;
  return (
    covers.list.find((cover) =>
      place.fault ? cover.kind === "error" : cover.row !== null && cover.row.row === place.row,
    ) ?? null
  );
}
