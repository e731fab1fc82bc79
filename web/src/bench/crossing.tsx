/** The payload size from which copying no longer pays: time of one buffer over two, by size. */

import type { BenchmarkResult } from "../engine/types";
import { Stack } from "../ui/layout";
import { PlotFrame } from "../ui/plot";
import { logScale } from "../ui/scale";
import styles from "./benchmark.module.css";
import { Mark } from "./plot";
import { answerOf, factor, verdict } from "./words";

const CUT_OFF = 128;

/** Least number of sizes that can show a crossing. */
const LEAST = 3;

type Point = { size: number; ratio: number; low: number; high: number; result: BenchmarkResult };

/** “copy-all” against “slices” if one consumer was measured with several sizes, smallest first. */
function pointsOf(results: BenchmarkResult[]): Point[] {
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
  return (
    <Stack as="figure" gap="small" small className={styles.crossing}>
      <figcaption className="dim">
        Below 1, copying is faster. The dashed line is the claimed cut-off, {CUT_OFF} bytes.
      </figcaption>
      <PlotFrame
        label={points.map(inWords).join("; ")}
        up="time with one buffer over time with two"
        along="payload, bytes"
        scale={ratios}
        written={String}
        marks={points
          .filter(({ size }) => Number.isInteger(Math.log2(size)))
          .map(({ size }) => ({ place: sizes.at(size), text: size < 1024 ? String(size) : `${size / 1024}K` }))}
      >
        {({ x, y }) => (
          <>
            {first.size < CUT_OFF && last.size > CUT_OFF && (
              <line
                data-claimed=""
                x1={x(sizes.at(CUT_OFF))}
                x2={x(sizes.at(CUT_OFF))}
                y1={y(Math.min(...points.map(({ low }) => low)))}
                y2={y(Math.max(...points.map(({ high }) => high)))}
              />
            )}
            <polyline points={points.map(({ size, ratio }) => `${x(sizes.at(size))},${y(ratio)}`).join(" ")} />
            {points.map(({ size, ratio, low, high, result }) => (
              <g key={size} data-verdict={answerOf(result) ?? "none"} transform={`translate(${x(sizes.at(size))},0)`}>
                <line className={styles.interval} y1={y(low)} y2={y(high)} />
                <g transform={`translate(0,${y(ratio)})`}>
                  <Mark answer={answerOf(result)} />
                </g>
              </g>
            ))}
          </>
        )}
      </PlotFrame>
    </Stack>
  );
}

function inWords({ size, ratio, result }: Point): string {
  return `${size} bytes: ${factor(ratio)}, ${verdict(result)}`;
}
