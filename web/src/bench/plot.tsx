/** Speeds on one logarithmic axis, which is on top: a row each, with its mark, its interval, and what they say. */

import { bytes, significant } from "../ui/figures";
import { Stack } from "../ui/layout";
import { labeledTicks, logScale, type Scale } from "../ui/scale";
import { useWidth } from "../ui/use-width";
import styles from "./benchmark.module.css";
import { byWorkload, type Compared, type Summary, summaryOf, type Titles } from "./words";

/** Height of an engine's row, pixels; a verdict's mark is half of it. */
const ROW = 22;

/** A row for each engine, and for each of its inputs. */
export function Plot(props: {
  results: Compared[];
  titles: Titles;
  /** Milliseconds of each engine's first use. */
  firstUses?: ReadonlyMap<string, number>;
}) {
  const { results, titles, firstUses } = props;
  const engines = [...new Set(results.map(({ engine }) => engine))];
  const summaries = engines.map((engine) => summaryOf(results, engine, titles));
  const spans = summaries.flatMap(({ span }) => span ?? []);
  if (spans.length === 0) return null;
  const scale = logScale([...spans.flatMap(({ low, high }) => [low, high]), 1]);
  const baseline = titles.find(({ id }) => id === results[0]?.baseline)?.title ?? "";
  const workloads = byWorkload(results);
  return (
    <Stack as="figure" gap="tight" small className={styles.plot}>
      <figcaption className="dim">Speed, relative to {baseline}: further right is faster.</figcaption>
      <Axis scale={scale} />
      <ul aria-label="Engines">
        {summaries.map((summary) => (
          <PlotRow
            key={summary.engine}
            {...summary}
            scale={scale}
            firstUse={firstUses?.get(summary.engine)}
            tableBytes={titles.find(({ id }) => id === summary.engine)?.tableBytes}
          />
        ))}
      </ul>
      {workloads.length > 1 && (
        <details>
          <summary>By input</summary>
          {workloads.map((group) => (
            <section key={group[0]?.workload} aria-label={group[0]?.title}>
              <h3>{group[0]?.title}</h3>
              <ul>
                {group.map((result) => (
                  <PlotRow key={result.engine} {...summaryOf([result], result.engine, titles)} scale={scale} />
                ))}
              </ul>
            </section>
          ))}
        </details>
      )}
    </Stack>
  );
}

function PlotRow(props: Summary & { scale: Scale; firstUse?: number | undefined; tableBytes?: number | undefined }) {
  const { title, span, answer, words, time, scale, firstUse, tableBytes = 0 } = props;
  const costs = [
    time,
    firstUse !== undefined && `first use ${significant(firstUse)} ms`,
    tableBytes > 0 && `tables ${bytes(tableBytes)}`,
  ];
  return (
    <li className={styles.plotRow} data-verdict={answer ?? "none"}>
      <span className="dim">{title}</span>
      <PlotLine span={span} scale={scale} answer={answer} />
      <span>
        {words}
        <small className="dim">{costs.filter((cost) => typeof cost === "string" && cost !== "").join(" · ")}</small>
      </span>
    </li>
  );
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

function PlotLine({ span, scale, answer }: Pick<Summary, "span" | "answer"> & { scale: Scale }) {
  const across = (at: number) => ({ x1: percent(scale.at(at)), x2: percent(scale.at(at)), y1: 0, y2: ROW });
  return (
    <svg className={styles.plotLine} height={ROW} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <line key={tick} {...across(tick)} />
      ))}
      <line className={styles.one} {...across(1)} />
      {span !== null && (
        <>
          <line
            className={styles.interval}
            x1={percent(scale.at(span.low))}
            x2={percent(scale.at(span.high))}
            y1={ROW / 2}
            y2={ROW / 2}
          />
          <svg x={percent(scale.at(span.middle))} y={ROW / 2} overflow="visible" role="presentation">
            <Mark answer={answer} />
          </svg>
        </>
      )}
    </svg>
  );
}

/** Faster is a full circle, slower a full square, the baseline an empty diamond, anything else an empty circle. */
export function Mark({ answer }: Pick<Summary, "answer">) {
  switch (answer) {
    case "faster":
      return <circle className={styles.plotMark} data-mark="" r="5" />;
    case "slower":
      return <rect className={styles.plotMark} data-mark="" x="-4.5" y="-4.5" width="9" height="9" />;
    case "baseline":
      return <path className={styles.plotMark} data-mark="empty" d="M0,-6L6,0L0,6L-6,0Z" />;
    default:
      return <circle className={styles.plotMark} data-mark="empty" r="4.5" />;
  }
}

function Axis({ scale }: { scale: Scale }) {
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
