/** A line of a byte grid: 8 or 16 bytes between their offset and their characters. */
import { clsx } from "clsx";
import { memo, type RefObject } from "react";
import { isInStrings } from "../engine/windows";
import { hex } from "../ui/figures";
import { KIND_NAMES } from "../ui/kind";
import { tip } from "../ui/tip";
import { useWidth } from "../ui/use-width";
import styles from "./byte-grid.module.css";
import type { ByteSpan } from "./covers";

export const LINE_HEIGHT = 26;

/** Width that 16 bytes and their characters need, CSS pixels. */
const WIDE = 560;

/** A ref for the grid, and the number of bytes that fit into a line of it. */
export function useBytesPerLine(): [RefObject<HTMLDivElement | null>, 8 | 16] {
  const [element, width] = useWidth<HTMLDivElement>(WIDE);
  return [element, width >= WIDE ? 16 : 8];
}

type LineProps = {
  /** Index in the grid. */
  number: number;
  top: number;
  perLine: number;
  bytes: Uint8Array;
  covers: ByteSpan[];
  selFrom: number;
  selTo: number;
  overFrom: number;
  overTo: number;
  chosen: number;
  pointed: number;
  errorAt: number;
};

export const ByteLine = memo(function ByteLine(props: LineProps) {
  const { perLine, bytes, covers } = props;
  const from = props.number * perLine;
  const to = Math.min(from + perLine, bytes.length);
  const cells = [];
  let characters = "";
  let number = covers.findIndex((cover) => cover.to > from);
  for (let byte = from; byte < to; byte += 1) {
    while (number >= 0 && (covers[number]?.to ?? Number.POSITIVE_INFINITY) <= byte) number += 1;
    const cover = covers[number];
    const inside = cover !== undefined && byte >= cover.from ? cover : null;
    const value = bytes[byte] ?? 0;
    characters += value > 32 && value < 127 ? String.fromCharCode(value) : "·";
    const kind = inside?.kind ?? "none";
    const isString = isInStrings(inside?.row?.strings ?? [], byte);
    const selected = byte >= props.selFrom && byte < props.selTo;
    const names = clsx(
      styles.byte,
      isString && styles.string,
      byte === inside?.from && styles.first,
      inside !== null && byte === inside.to - 1 && styles.last,
      byte % perLine === perLine / 2 && styles.middle,
    );
    cells.push(
      <span
        key={byte % perLine}
        id={`byte-${byte}`}
        role="gridcell"
        aria-colindex={(byte % perLine) + 2}
        className={names}
        data-kind={kind}
        data-selected={selected || undefined}
        data-over={(byte >= props.overFrom && byte < props.overTo) || undefined}
        data-chosen={byte === props.chosen || undefined}
        data-pointed={byte === props.pointed || undefined}
        data-error={byte === props.errorAt || undefined}
        data-byte={byte}
        aria-selected={selected}
        aria-label={`byte ${byte}: ${hex(value)}, ${labelOf(kind, isString, byte === props.errorAt)}`}
      >
        {hex(value)}
      </span>,
    );
  }
  return (
    <div
      role="row"
      className={styles.byteLine}
      aria-rowindex={props.number + 1}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <span className={styles.byteOffset} role="rowheader" aria-colindex={1} {...tip(`byte ${from}`)}>
        {from.toString(16).padStart(4, "0")}
      </span>
      {cells}
      <span
        className={styles.byteText}
        aria-hidden="true"
        style={{
          marginLeft: `calc(${perLine - (to - from)} * var(--cell) + ${to - from > perLine / 2 ? 0 : 8}px)`,
        }}
      >
        {characters}
      </span>
    </div>
  );
});

function labelOf(kind: ByteSpan["kind"], isString: boolean, isError: boolean): string {
  if (isError) return "error here";
  if (kind === "none") return "not decoded";
  if (kind === "error") return "in the broken representation";
  return `${KIND_NAMES[kind]}, ${isString ? "string" : "prefix or length"}`;
}
