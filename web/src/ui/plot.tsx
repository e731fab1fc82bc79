/** A plot's frame: axes, as wide as its container, and a reading of the figures under the pointer. */

import { type PointerEvent, type ReactNode, useState } from "react";
import { count } from "./figures";
import styles from "./plot.module.css";
import type { Scale } from "./scale";
import { useWidth } from "./use-width";

const HEIGHT = 262;
/** Space for the axes' titles and figures, pixels. */
const RIGHT = 8;
const TOP = 24;
const BOTTOM = 38;
/** Width of a digit on the left, and space around the figure, pixels. */
const DIGIT = 6.8;
const BESIDE = 14;

/** Least distance of the marks along the bottom, pixels. */
const APART = 46;

export type Axes = { x: (place: number) => number; y: (figure: number) => number; width: number };

/** A place's figures, and the nearest place that has any. */
export type Read = { place: number; words: string };

export function PlotFrame({
  label,
  up,
  along,
  scale,
  written = count,
  marks,
  read,
  onPlace,
  children,
}: {
  label: string;
  /** The titles of the axes, with their units. */
  up: string;
  along: string;
  /** Figures on the vertical axis, and the format of labeled ones; null for a mark alone. */
  scale: Scale;
  written?: (figure: number) => string | null;
  /** Labels along the bottom, each at a place from 0 to 1. */
  marks: { place: number; text: string }[];
  /** Figures at a place, for the pointer; a table has them all, too. */
  read?: (place: number) => Read;
  onPlace?: (place: number) => void;
  children: (axes: Axes) => ReactNode;
}) {
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const [pointed, setPointed] = useState<number | null>(null);
  const levels = scale.ticks.map((figure) => ({ figure, text: written(figure) }));
  const left = BESIDE + DIGIT * Math.max(...levels.map(({ text }) => text?.length ?? 0));
  const inner = Math.max(40, width - left - RIGHT);
  const x = (place: number) => left + place * inner;
  const y = (figure: number) => HEIGHT - BOTTOM - scale.at(figure) * (HEIGHT - TOP - BOTTOM);
  let free = Number.NEGATIVE_INFINITY;
  const fitting = marks.filter(({ place }) => {
    const fits = x(place) >= free && (place === 1 || x(1) - x(place) >= APART || x(1) === x(place));
    if (fits) free = x(place) + APART;
    return fits;
  });
  const found = pointed === null ? null : (read?.(pointed) ?? null);
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
        <text className={styles.axis} x={0} y={12}>
          {up}
        </text>
        {levels.map(({ figure, text }) => (
          <g key={figure}>
            <line
              className={styles.grid}
              data-minor={text === null || undefined}
              x1={left}
              x2={left + inner}
              y1={y(figure)}
              y2={y(figure)}
            />
            <text x={left - 6} y={y(figure) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {fitting.map(({ place, text }) => (
          <g key={place}>
            <line className={styles.grid} x1={x(place)} x2={x(place)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <text x={x(place)} y={HEIGHT - BOTTOM + 15} textAnchor={place > 0.97 ? "end" : "middle"}>
              {text}
            </text>
          </g>
        ))}
        <text className={styles.axis} x={left + inner} y={HEIGHT - 4} textAnchor="end">
          {along}
        </text>
        {children({ x, y, width: inner })}
        {found !== null && (
          <line className={styles.pointer} x1={x(found.place)} x2={x(found.place)} y1={TOP} y2={HEIGHT - BOTTOM} />
        )}
      </svg>
      {read && <p className={styles.read}>{found === null ? "Hover for values." : found.words}</p>}
    </div>
  );
}
