/** From which size of payload on copying no longer pays: the time of one buffer over that of two, by size. */

import type { BenchmarkResult } from "../engine/types";
import { logScale } from "../ui/scale";
import styles from "./benchmark.module.css";
import { Mark } from "./plot";
import { factor, verdict } from "./words";

/** The cut-off that is claimed, bytes. */
const CUT_OFF = 128;

/** Fewer sizes show no crossing. */
const LEAST = 3;

const [WIDTH, HEIGHT] = [640, 180];
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 12, 10, 24];

type Point = { size: number; ratio: number; low: number; high: number; result: BenchmarkResult };

/** “copy-all” beside “slices” where one consumer was measured with several sizes, the smallest first. */
export function pointsOf(results: BenchmarkResult[]): Point[] {
  return results
    .flatMap((result): Point[] => {
      const size = Number(/^gather-(\d+)$/.exec(result.workload)?.[1]);
      const { engine, baseline, ratio, ratioLow: low, ratioHigh: high } = result;
      if (engine !== "copy-all" || baseline !== "slices" || !Number.isFinite(size)) return [];
      return ratio === null || low === null || high === null ? [] : [{ size, ratio, low, high, result }];
    })
    .toSorted((a, b) => a.size - b.size);
}

export function Crossing({ results }: { results: BenchmarkResult[] }) {
  const points = pointsOf(results);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < LEAST) return null;
  const sizes = logScale([first.size, last.size]);
  const ratios = logScale([...points.flatMap(({ low, high }) => [low, high]), 1]);
  const x = (size: number) => LEFT + sizes.at(size) * (WIDTH - LEFT - RIGHT);
  const y = (ratio: number) => TOP + (1 - ratios.at(ratio)) * (HEIGHT - TOP - BOTTOM);
  return (
    <figure className={styles.crossing}>
      <figcaption className="dim">
        Time with one buffer over time with two, by payload size in bytes: below 1, copying is faster. The dashed line
        is the claimed cut-off, {CUT_OFF} bytes.
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={points.map(inWords).join("; ")}>
        {ratios.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={tick === 1 ? styles.plotOne : styles.plotTick}
              x1={LEFT}
              x2={WIDTH - RIGHT}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {first.size < CUT_OFF && last.size > CUT_OFF && (
          <line
            className={styles.crossingClaimed}
            data-claimed=""
            x1={x(CUT_OFF)}
            x2={x(CUT_OFF)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          />
        )}
        <polyline
          className={styles.crossingLine}
          points={points.map(({ size, ratio }) => `${x(size)},${y(ratio)}`).join(" ")}
        />
        {points.map(({ size, ratio, low, high, result }) => (
          <g key={size} className={styles.crossingAt} data-verdict={(result.verdict ?? "none").replaceAll(" ", "-")}>
            <line className={styles.plotInterval} x1={x(size)} x2={x(size)} y1={y(low)} y2={y(high)} />
            <g transform={`translate(${x(size)},${y(ratio)})`}>
              <Mark verdict={result.verdict} />
            </g>
            {Number.isInteger(Math.log2(size)) && (
              <text x={x(size)} y={HEIGHT - 6} textAnchor="middle">
                {size < 1024 ? size : `${size / 1024}K`}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

function inWords({ size, ratio, result }: Point): string {
  return `${size} bytes: ${factor(ratio)}, ${verdict(result)}`;
}
