/** The bytes of an example, each with its place in the session. */
import type { Framing, Kind } from "../../engine/types";
import { useRead, useSession } from "../../inspector/inspector";
import type { FramePlace, Selection } from "../../session/selection";
import { isFramed, type LearnExample } from "../chapters/chapter";
import { useTried } from "./facts";

export type ExampleByte = {
  value: number;
  block: number;
  /** Position in the block, or in a frame around it; both null until known. */
  byte: number | null;
  frame: FramePlace | null;
  /** Null at the block's error and after it, and in frames. */
  row: number | null;
  kind: Kind | "error" | "none";
};

export function useIsOpen({ text }: LearnExample): boolean {
  return useSession(({ input }) => input.kind === "text" && input.text === text);
}

/** Grouped by block; for frames, one group that includes the bytes around the block. Null until known. */
export function useExampleBytes(example: LearnExample): ExampleByte[][] | null {
  const framed = isFramed(example);
  const blocks = useBlocks(example);
  const wire = useWire(example);
  return framed ? [wire] : blocks;
}

function useBlocks({ text, options }: LearnExample): ExampleByte[][] | null {
  const tried = useTried(text, options);
  if (tried?.status !== "ok") return null;
  let firstRow = 0;
  return tried.blocks.map(({ bytes, rows }, block) => {
    const first = firstRow;
    firstRow += rows.length;
    return bytes.map((value, byte) => {
      const at = rows.findIndex(({ start, end }) => byte >= start && byte < end);
      const kind = rows[at]?.kind ?? "error";
      return { value, block, byte, frame: null, row: at < 0 ? null : first + at, kind };
    });
  });
}

function useWire(example: LearnExample): ExampleByte[] {
  const isOpen = useIsOpen(example) && isFramed(example);
  const places = useRead((known) => {
    const block = isOpen ? known.block(0) : null;
    const framing = block === null ? null : known.content(0).framing;
    if (block === null || framing === null) return null;
    const rows = known.rowsIn(block.firstRow, block.firstRow + block.rows);
    return wirePlaces(framing).map(({ byte, frame }) => {
      const row = rows.find(({ start, end }) => byte !== null && byte >= start && byte < end)?.row ?? null;
      return { byte, frame, row };
    });
  });
  const unknown = { byte: null, frame: null, row: null };
  const written = example.text.replaceAll(/^#.*$/gm, "").match(/[0-9a-f]{2}/g) ?? [];
  return written.map((digits, at) => ({
    value: Number.parseInt(digits, 16),
    block: 0,
    kind: "none",
    ...(places?.[at] ?? unknown),
  }));
}

/** Position of each byte of a block's frames in wire order: in the block, or in the frame around it. */
export function wirePlaces({ frames }: Framing): Pick<ExampleByte, "byte" | "frame">[] {
  return frames.flatMap(({ parts, start, end, padding }, nth) => {
    const before = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const around = Array.from({ length: before + padding }, (_, at) => ({ byte: null, frame: { nth, at } }));
    const block = Array.from({ length: end - start }, (_, at) => ({ byte: start + at, frame: null }));
    return [...around.slice(0, before), ...block, ...around.slice(before)];
  });
}

export function isSelected({ block, byte, frame }: ExampleByte, selection: Selection): boolean {
  if (selection.block !== block) return false;
  if (frame === null) return byte !== null && selection.frame == null && selection.byte === byte;
  return selection.frame?.nth === frame.nth && selection.frame.at === frame.at;
}

/** True if the byte belongs to the selected step. */
export function isOfStep({ block, byte, row }: ExampleByte, selection: Selection): boolean {
  if (selection.block !== block || selection.frame != null || byte === null) return false;
  return row === null ? selection.fault : selection.row === row;
}
