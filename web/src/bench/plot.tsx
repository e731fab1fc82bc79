/** Median and interval of each engine, grouped by workload, on a logarithmic axis. */
import { clsx } from "clsx";
import type { BenchmarkResult } from "../engine/types";
import { labeledTicks, logScale, type Scale } from "../ui/scale";
import { useWidth } from "../ui/use-width";
import styles from "./benchmark.module.css";
import { byWorkload, figure, type Titles, verdict } from "./words";

type Axis = "ratio" | "time";
type Span = { low: number; middle: number; high: number };

/** Height of an engine's row, pixels; a verdict's mark is half of it. */
const ROW = 22;

function spanOf(result: BenchmarkResult, axis: Axis): Span | null {
  const [low, middle, high] =
    axis === "ratio" ? [result.ratioLow, result.ratio, result.ratioHigh] : [result.low, result.median, result.high];
  return low == null || middle == null || high == null ? null : { low, middle, high };
}

export function Plot({ results, titles, scale: axis }: { results: BenchmarkResult[]; titles: Titles; scale: Axis }) {
  const spans = results.flatMap((result) => spanOf(result, axis) ?? []);
  if (spans.length === 0) return null;
  const scale = logScale([...spans.flatMap(({ low, high }) => [low, high]), ...(axis === "ratio" ? [1] : [])]);
  const baseline = titles.find(({ id }) => id === results[0]?.baseline)?.title ?? "";
  return (
    <figure className={styles.plot}>
      <figcaption className="dim">
        {axis === "ratio"
          ? `Time relative to ${baseline}: left of 1 is faster. The mark is the median, the line its 99.9% interval.`
          : `${results[0]?.unit}, logarithmic. The mark is the median, the line its 99.9% interval.`}
      </figcaption>
      {byWorkload(results).map((group) => (
        <section key={group[0]?.workload} className={styles.plotGroup} aria-label={group[0]?.title}>
          <h3>{group[0]?.title}</h3>
          <ul>
            {group.map((result) => (
              <li key={result.engine} className={styles.plotRow} data-verdict={classOf(result)}>
                <span className={styles.plotEngine}>{titles.find(({ id }) => id === result.engine)?.title}</span>
                <PlotLine span={spanOf(result, axis)} scale={scale} result={result} one={axis === "ratio"} />
                <span className={styles.plotVerdict}>{label(result, axis)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <PlotAxis scale={scale} />
    </figure>
  );
}

function label(result: BenchmarkResult, axis: Axis): string {
  if (axis === "ratio" || result.median === undefined) return verdict(result);
  return `${figure(result.median)} ${result.unit}`;
}

function classOf({ verdict, mismatch }: BenchmarkResult): string {
  return mismatch !== null ? "wrong" : (verdict ?? "none").replaceAll(" ", "-");
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

function PlotLine({
  span,
  scale,
  result,
  one,
}: {
  span: Span | null;
  scale: Scale;
  result: BenchmarkResult;
  one: boolean;
}) {
  return (
    <svg className={styles.plotLine} height={ROW} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          className={styles.plotTick}
          x1={percent(scale.at(tick))}
          x2={percent(scale.at(tick))}
          y1="0"
          y2={ROW}
        />
      ))}
      {one && <line className={styles.plotOne} x1={percent(scale.at(1))} x2={percent(scale.at(1))} y1="0" y2={ROW} />}
      {span !== null && (
        <>
          <line
            className={styles.plotInterval}
            x1={percent(scale.at(span.low))}
            x2={percent(scale.at(span.high))}
            y1={ROW / 2}
            y2={ROW / 2}
          />
          <svg x={percent(scale.at(span.middle))} y={ROW / 2} overflow="visible" role="presentation">
            <Mark verdict={result.verdict} />
          </svg>
        </>
      )}
    </svg>
  );
}

/** Faster is a filled circle, slower a filled square, no difference an empty circle, the baseline an empty diamond. */
export function Mark({ verdict }: { verdict: BenchmarkResult["verdict"] }) {
  switch (verdict) {
    case "faster":
      return <circle className={styles.plotMark} data-mark="" r="5" />;
    case "slower":
      return <rect className={styles.plotMark} data-mark="" x="-4.5" y="-4.5" width="9" height="9" />;
    case "baseline":
      return <path className={clsx(styles.plotMark, styles.plotEmpty)} data-mark="empty" d="M0,-6L6,0L0,6L-6,0Z" />;
    default:
      return <circle className={clsx(styles.plotMark, styles.plotEmpty)} data-mark="empty" r="4.5" />;
  }
}

function PlotAxis({ scale }: { scale: Scale }) {
  const [numbers, width] = useWidth<HTMLDivElement>(320);
  return (
    <div className={styles.plotRow} aria-hidden="true">
      <span />
      <div className={styles.plotNumbers} ref={numbers}>
        {labeledTicks(scale, width).map((tick) => (
          <span key={tick} style={{ left: percent(scale.at(tick)) }}>
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}
