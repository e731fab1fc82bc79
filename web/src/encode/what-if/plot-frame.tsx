/** A plot's frame: bytes from 0 upwards, something else along; drawn as wide as there is room, and read where pointed at. */

import { type PointerEvent, type ReactNode, useState } from "react";
import { count } from "../../ui/figures";
import { useWidth } from "../../ui/use-width";
import { ticks } from "./scale";
import styles from "./what-if.module.css";

const HEIGHT = 262;
/** Room for the axes' titles and figures, pixels. */
const RIGHT = 8;
const TOP = 24;
const BOTTOM = 38;
/** What a figure takes at the left, pixels a digit and beside. */
const DIGIT = 6.8;
const BESIDE = 14;

/** Marks along the bottom stand so far apart at least, pixels. */
const APART = 46;

export type Axes = { x: (place: number) => number; y: (octets: number) => number; width: number };

/** What stands at a place, and the place itself, where only some have a figure. */
export type Read = { place: number; words: string };

export function PlotFrame({
  label,
  up,
  along,
  most,
  marks,
  read,
  onPlace,
  children,
}: {
  /** What it shows, in words. */
  label: string;
  /** The titles of the axes, with their units. */
  up: string;
  along: string;
  /** The greatest figure that is drawn, bytes. */
  most: number;
  /** What is written along the bottom, each at a place from 0 to 1. */
  marks: { place: number; text: string }[];
  /** What stands at a place, for a pointer; all of it is in a table, too. */
  read: (place: number) => Read;
  /** A place along the bottom was pressed. */
  onPlace?: (place: number) => void;
  children: (axes: Axes) => ReactNode;
}) {
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const [pointed, setPointed] = useState<number | null>(null);
  const levels = ticks(most, 4);
  const top = levels.at(-1) || 1;
  const left = BESIDE + DIGIT * Math.max(...levels.map((level) => count(level).length));
  const inner = Math.max(40, width - left - RIGHT);
  const x = (place: number) => left + place * inner;
  const y = (octets: number) => HEIGHT - BOTTOM - (octets / top) * (HEIGHT - TOP - BOTTOM);
  let free = Number.NEGATIVE_INFINITY;
  const written = marks.filter(({ place }) => {
    const fits = x(place) >= free && (place === 1 || x(1) - x(place) >= APART || x(1) === x(place));
    if (fits) free = x(place) + APART;
    return fits;
  });
  const found = pointed === null ? null : read(pointed);
  const placeOf = (event: PointerEvent<SVGSVGElement>) => {
    const place = (event.clientX - event.currentTarget.getBoundingClientRect().left - left) / inner;
    return place >= 0 && place <= 1 ? place : null;
  };
  return (
    <div ref={frame} className={styles.frame}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={label}
        className={onPlace === undefined ? undefined : styles.pointed}
        onPointerMove={(event) => setPointed(placeOf(event))}
        onPointerLeave={() => setPointed(null)}
        onPointerDown={(event) => {
          const place = placeOf(event);
          setPointed(place);
          if (place !== null) onPlace?.(place);
        }}
      >
        {levels.map((level) => (
          <g key={level}>
            <line className={styles.grid} x1={left} x2={left + inner} y1={y(level)} y2={y(level)} />
            <text x={left - 6} y={y(level) + 4} textAnchor="end">
              {count(level)}
            </text>
          </g>
        ))}
        {written.map(({ place, text }) => (
          <g key={place}>
            <line className={styles.grid} x1={x(place)} x2={x(place)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <text x={x(place)} y={HEIGHT - BOTTOM + 15} textAnchor={place > 0.97 ? "end" : "middle"}>
              {text}
            </text>
          </g>
        ))}
        <text className={styles.axis} x={0} y={12}>
          {up}
        </text>
        <text className={styles.axis} x={left + inner} y={HEIGHT - 4} textAnchor="end">
          {along}
        </text>
        {children({ x, y, width: inner })}
        {found !== null && (
          <line className={styles.pointer} x1={x(found.place)} x2={x(found.place)} y1={TOP} y2={HEIGHT - BOTTOM} />
        )}
      </svg>
      <p className={styles.read}>{found === null ? "Point at the plot to read its figures." : found.words}</p>
    </div>
  );
}
