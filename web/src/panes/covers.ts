/** The part of a block that each visible byte belongs to. */
import { useMemo } from "react";
import { stringRanges } from "../engine/parts";
import type { Fault, Kind } from "../engine/types";
import type { Row } from "../engine/windows";
import { useRead } from "../inspector/inspector";
import type { Selection } from "../session/selection";

/** Number of lines whose rows are fetched together. */
const CHUNK_LINES = 64;

const NO_ROWS: Row[] = [];

/** A block with no more rows than this is fetched whole instead of being searched for the visible rows. */
const ROWS_AT_ONCE = 256;

/** A range of bytes: a row, the representation with the error, or not decoded. */
export type Cover = {
  from: number;
  to: number;
  kind: Kind | "error" | "none";
  row: Row | null;
  strings: [number, number][];
};

type Covers = { list: Cover[]; fault: Fault | null };

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
      const { fieldOffset, end } = fault;
      list.push({ from: fieldOffset, to: end, kind: "error", row: null, strings: [] });
      list.push({ from: end, to: bytes.length, kind: "none", row: null, strings: [] });
    }
    return { list, fault };
  }, [rows, fault, bytes]);
}

/** Range of a selection's bytes, if they are in `covers`. */
export function rangeOf(place: Selection | null, covers: Covers): { from: number; to: number } | null {
  if (place === null) return null;
  return (
    covers.list.find((cover) =>
      place.fault ? cover.kind === "error" : cover.row !== null && cover.row.row === place.row,
    ) ?? null
  );
}
