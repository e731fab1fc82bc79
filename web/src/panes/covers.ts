/** The part of a block that each visible byte belongs to. */
import { useMemo } from "react";
import type { ErrorDetail, Kind } from "../engine/types";
import type { Row } from "../engine/windows";
import { useCachedOrLast } from "../session/inspector";
import type { Selection } from "../session/selection";

/** Number of lines whose rows are fetched together. */
const CHUNK_LINES = 64;

const NO_ROWS: Row[] = [];

/** A block with no more rows than this is fetched whole instead of being searched for the visible rows. */
const ROWS_AT_ONCE = 256;

/** A range of bytes: a row, the representation with the error, or not decoded. */
export type ByteSpan = {
  from: number;
  to: number;
  kind: Kind | "error" | "none";
  row: Row | null;
};

type Covers = { list: ByteSpan[]; error: ErrorDetail | null };

/** The rows of the visible lines' bytes, then the representation with the error. */
export function useCovers(
  block: number,
  bytes: Uint8Array,
  perLine: number,
  firstLine: number,
  lastLine: number,
): Covers {
  const firstChunk = Math.floor(firstLine / CHUNK_LINES);
  const lastChunk = Math.floor(lastLine / CHUNK_LINES);
  const answer = useCachedOrLast((known) => {
    const info = known.block(block);
    if (info === null) return null;
    const { error } = known.content(block).detail ?? { error: null };
    const end = info.firstRow + info.rows;
    if (info.rows <= ROWS_AT_ONCE) return { rows: known.rowsIn(info.firstRow, end), error };
    const first = known.rowAtByte(block, firstChunk * CHUNK_LINES * perLine);
    const last = known.rowAtByte(block, Math.min((lastChunk + 1) * CHUNK_LINES * perLine, bytes.length) - 1);
    return { rows: first < 0 ? [] : known.rowsIn(first, last < 0 ? end : last + 1), error };
  });
  const { rows = NO_ROWS, error = null } = answer ?? {};
  return useMemo(() => {
    const list: ByteSpan[] = rows.map((row) => ({
      from: row.start,
      to: row.end,
      kind: row.kind,
      row,
    }));
    if (error !== null) {
      const { fieldOffset, end } = error;
      list.push({ from: fieldOffset, to: end, kind: "error", row: null });
      list.push({ from: end, to: bytes.length, kind: "none", row: null });
    }
    return { list, error };
  }, [rows, error, bytes]);
}

/** Range of a selection's bytes, if they are in `covers`. */
export function rangeOf(place: Selection | null, covers: Covers): { from: number; to: number } | null {
  if (place === null) return null;
  return (
    covers.list.find((cover) =>
      place.error ? cover.kind === "error" : cover.row !== null && cover.row.row === place.row,
    ) ?? null
  );
}
