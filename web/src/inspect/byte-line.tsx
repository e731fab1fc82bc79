/** A line of the byte grid: the offset, the octets, their characters. */
import { clsx } from "clsx";
import { memo } from "react";
import { hex } from "../ui/figures";
import { KIND_NAMES } from "../ui/kind";
import styles from "./bytes-pane.module.css";
import type { Cover } from "./covers";

type LineProps = {
  /** Among the grid's lines. */
  number: number;
  top: number;
  from: number;
  to: number;
  perLine: number;
  octets: Uint8Array;
  covers: Cover[];
  selFrom: number;
  selTo: number;
  overFrom: number;
  overTo: number;
  chosen: number;
  pointed: number;
  faultAt: number;
};

export const ByteLine = memo(function ByteLine(props: LineProps) {
  const { from, to, perLine, octets, covers } = props;
  const cells = [];
  // Octets stand in their columns, also where another frame begins in the middle of a line.
  const column = from % perLine;
  let characters = "";
  let number = covers.findIndex((cover) => cover.to > from);
  for (let octet = from; octet < to; octet += 1) {
    while (number >= 0 && (covers[number]?.to ?? Number.POSITIVE_INFINITY) <= octet) number += 1;
    const cover = covers[number];
    const inside = cover !== undefined && octet >= cover.from ? cover : null;
    const value = octets[octet] ?? 0;
    characters += value > 32 && value < 127 ? String.fromCharCode(value) : "·";
    const kind = inside?.kind ?? "none";
    const isString = inside?.strings.some(([start, end]) => octet >= start && octet < end) ?? false;
    const selected = octet >= props.selFrom && octet < props.selTo;
    const names = clsx(
      styles.octet,
      isString && styles.string,
      octet === inside?.from && styles.first,
      inside !== null && octet === inside.to - 1 && styles.last,
      octet % perLine === perLine / 2 && styles.middle,
    );
    cells.push(
      <span
        key={octet}
        id={`octet-${octet}`}
        role="gridcell"
        className={names}
        data-kind={kind}
        data-selected={selected || undefined}
        data-over={(octet >= props.overFrom && octet < props.overTo) || undefined}
        data-chosen={octet === props.chosen || undefined}
        data-pointed={octet === props.pointed || undefined}
        data-fault={octet === props.faultAt || undefined}
        data-octet={octet}
        aria-selected={selected}
        aria-label={`byte ${octet}: ${hex(value)}, ${labelOf(kind, isString, octet === props.faultAt)}`}
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
      <span className={styles.byteOffset} role="rowheader" title={`byte ${from}`}>
        {from.toString(16).padStart(4, "0")}
      </span>
      {column > 0 && (
        <span
          aria-hidden="true"
          style={{ width: `calc(${column} * var(--cell) + ${column > perLine / 2 ? 8 : 0}px)` }}
        />
      )}
      {cells}
      <span
        className={styles.byteText}
        aria-hidden="true"
        style={{
          marginLeft: `calc(${perLine - column - (to - from)} * var(--cell) + ${column + to - from > perLine / 2 ? 0 : 8}px)`,
        }}
      >
        {characters}
      </span>
    </div>
  );
});

function labelOf(kind: Cover["kind"], isString: boolean, isFault: boolean): string {
  if (isFault) return "the fault";
  if (kind === "none") return "not decoded";
  if (kind === "error") return "in the broken representation";
  return `${KIND_NAMES[kind]}, ${isString ? "string" : "prefix or length"}`;
}
