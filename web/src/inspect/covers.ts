/** What each byte of a block is part of, for the lines that are on the screen. */
import { useMemo } from "react";
import { stringRanges } from "../engine/parts";
import type { Fault, Kind } from "../engine/types";
import type { Row } from "../engine/windows";
import type { Selection } from "../session/selection";
import { useRead } from "./inspector";

/** Lines whose rows are fetched together. */
const CHUNK_LINES = 64;

/** What a range of bytes is: a row, the fault's representation, or not decoded. */
export type Cover = {
  from: number;
  to: number;
  kind: Kind | "error" | "none";
  row: Row | null;
  strings: [number, number][];
};

export type Covers = { list: Cover[]; fault: Fault | null };
const NO_COVERS: Covers = { list: [], fault: null };

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
  const answer = useRead(
    async (reader) => {
      const from = firstChunk * CHUNK_LINES * perLine;
      const to = Math.min((lastChunk + 1) * CHUNK_LINES * perLine, bytes.length);
      const info = await reader.block(block);
      if (info === null) return null;
      const end = info.firstRow + info.rows;
      const first = await reader.core.rowAtByte(block, from);
      const last = await reader.core.rowAtByte(block, to - 1);
      const rows = first < 0 ? [] : await reader.rows(first, last < 0 ? end : last + 1);
      const fault = info.fault ? ((await reader.core.detail(block))?.fault ?? null) : null;
      return { rows, fault };
      // The bytes stand for the opening: asked by what was open before, the range would end with the old block.
    },
    [block, bytes, perLine, firstChunk, lastChunk],
  );
  return useMemo(() => {
    if (answer === null) return NO_COVERS;
    const list: Cover[] = answer.rows.map((row) => ({
      from: row.start,
      to: row.end,
      kind: row.kind,
      row,
      strings: stringRanges(bytes, row),
    }));
    const { fault } = answer;
    if (fault !== null) {
      // What follows the faulty byte was never looked at.
      const known = Math.min(Math.max(fault.at + 1, fault.fieldOffset + 1), bytes.length);
      list.push({ from: fault.fieldOffset, to: known, kind: "error", row: null, strings: [] });
      list.push({ from: known, to: bytes.length, kind: "none", row: null, strings: [] });
    }
    return { list, fault };
  }, [answer, bytes]);
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
