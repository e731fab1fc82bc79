/** A plot's frame: octets from 0 upwards, something else along; drawn as wide as there is room. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { count } from "../../ui/figures";
import { ticks } from "./scale";

const HEIGHT = 230;
/** Room for the figures at the left and below, pixels. */
const LEFT = 54;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;

/** Marks along the bottom stand so far apart at least, pixels. */
const APART = 46;

export type Axes = { x: (place: number) => number; y: (octets: number) => number; width: number };

export function PlotFrame({
  label,
  most,
  marks,
  onPlace,
  children,
}: {
  /** What it shows, in words. */
  label: string;
  /** The greatest figure that is drawn, octets. */
  most: number;
  /** What is written along the bottom, each at a place from 0 to 1. */
  marks: { place: number; text: string }[];
  /** A place along the bottom was pointed at. */
  onPlace?: (place: number) => void;
  children: (axes: Axes) => ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const inner = Math.max(40, width - LEFT - RIGHT);
  const levels = ticks(most, 4);
  const top = levels.at(-1) || 1;
  const x = (place: number) => LEFT + place * inner;
  const y = (octets: number) => HEIGHT - BOTTOM - (octets / top) * (HEIGHT - TOP - BOTTOM);
  let free = Number.NEGATIVE_INFINITY;
  const written = marks.filter(({ place }) => {
    const fits = x(place) >= free && (place === 1 || x(1) - x(place) >= APART || x(1) === x(place));
    if (fits) free = x(place) + APART;
    return fits;
  });
  return (
    <div ref={frame} className="what-if-frame">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={label}
        className={onPlace === undefined ? undefined : "what-if-pointed"}
        onPointerDown={(event) => {
          const place = (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / inner;
          if (place >= 0 && place <= 1) onPlace?.(place);
        }}
      >
        {levels.map((level) => (
          <g key={level}>
            <line className="what-if-grid" x1={LEFT} x2={LEFT + inner} y1={y(level)} y2={y(level)} />
            <text x={LEFT - 6} y={y(level) + 4} textAnchor="end">
              {count(level)}
            </text>
          </g>
        ))}
        {written.map(({ place, text }) => (
          <g key={place}>
            <line className="what-if-grid" x1={x(place)} x2={x(place)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <text x={x(place)} y={HEIGHT - 6} textAnchor={place > 0.97 ? "end" : "middle"}>
              {text}
            </text>
          </g>
        ))}
        {children({ x, y, width: inner })}
      </svg>
    </div>
  );
}
