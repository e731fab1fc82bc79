/** One bar for each step: its height is the median, its line the spread. */
import { clsx } from "clsx";
import { KINDS, type Kind, type Measured, type StepTiming, type TimingResult } from "../engine/types";
import type { Block } from "../engine/windows";
import { useHovered, useInspector, useKnown, useSession } from "../inspector/inspector";
import { nanoseconds, count as number } from "../ui/figures";
import { evenRows } from "../ui/row-heights";
import { RowList } from "../ui/row-list";
import { tip } from "../ui/tip";
import { useRows } from "../ui/use-rows";
import { useWidth } from "../ui/use-width";
import styles from "./timing-pane.module.css";

/** CSS pixels. */
const BAR_HEIGHT = 56;
/** Least width of a bar, CSS pixels. */
const LEAST = 86;
/** Width of a letter of the label, and the gap between bars, CSS pixels. */
const DIGIT = 6.9;
const GAP = 10;
/** Space above the tallest spread, so that its end is visible, CSS pixels. */
const HEADROOM = 2;
/** Least height of a bar or spread, CSS pixels. */
const THIN = 2;

export function TimingBars({ block, result }: { block: Block; result: TimingResult }) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const over = useHovered((over) => over?.row ?? null);
  const steps = result.steps;
  const [element, room] = useWidth<HTMLDivElement>(0);
  const wide = Math.max(LEAST, Math.min(104, Math.floor(room / Math.max(steps.length, 1))));
  const longest = steps.reduce((most, { step }, at) => Math.max(most, step === null ? 0 : labelOf(at, step).length), 0);
  const width = Math.max(wide, Math.ceil(longest * DIGIT) + GAP);
  const selected = (selection.row ?? -1) - block.firstRow;
  // A step that fails takes no time that could be measured, but it is one of the steps.
  const failing = block.fault && steps.length > 0 ? 1 : 0;
  const isFaultSelected = selection.fault && selection.block === block.block;
  const shown = isFaultSelected ? steps.length : selected;
  const count = steps.length + failing;
  const rows = useRows(evenRows(count, width), {
    element,
    direction: "horizontal",
    shown: shown >= 0 && shown < count ? shown : null,
  });
  const peek = useKnown();
  const highest = scaleOf(steps);

  return (
    <RowList rows={rows} className={styles.bars} data-sideways="" role="list" aria-label="Time of each step">
      {(item) => {
        const step = steps[item.index];
        const place = { width: item.size, transform: `translateX(${item.start}px)` };
        if (item.index === steps.length) {
          return (
            <div
              key="failing"
              role="listitem"
              className={styles.bar}
              data-selected={isFaultSelected || undefined}
              style={place}
            >
              <button
                type="button"
                tabIndex={-1}
                className={styles.barButton}
                {...tip("This step fails: it has no time")}
                onClick={() => inspector.select({ block: block.block, row: null, fault: true, byte: null })}
              >
                <span className={styles.barPlot} data-kind="error" style={{ height: BAR_HEIGHT }} aria-hidden="true">
                  <span className={styles.barMedian} style={{ height: BAR_HEIGHT / 2 }} />
                </span>
                <span className={clsx("cut", styles.barLabel)}>{number(item.index + 1)} · error</span>
              </button>
            </div>
          );
        }
        if (!step?.step) return null;
        const kind = peek((known) => known.row(step.row))?.kind ?? KINDS[0];
        return (
          <div
            key={item.index}
            role="listitem"
            className={styles.bar}
            data-selected={step.row === selection.row || undefined}
            data-over={step.row === over || undefined}
            style={place}
            onPointerEnter={() => inspector.hover({ block: block.block, row: step.row, fault: false, byte: null })}
            onPointerLeave={() => inspector.hover(null)}
          >
            <button
              type="button"
              tabIndex={-1}
              className={styles.barButton}
              {...tip(`between ${nanoseconds(step.step.low)} and ${nanoseconds(step.step.high)}`)}
              onClick={() => inspector.selectRow(step.row)}
            >
              <Bar step={step.step} highest={highest} kind={kind} />
              <span className={clsx("cut", styles.barLabel)}>{labelOf(item.index, step.step)}</span>
            </button>
          </div>
        );
      }}
    </RowList>
  );
}

function labelOf(at: number, { median }: Measured): string {
  return `${number(at + 1)} · ${nanoseconds(median)}`;
}

/** Fits every spread, as long as the bars stay tall enough to compare; longer spreads are cut at the top. */
function scaleOf(steps: StepTiming[]): number {
  const median = steps.reduce((most, { step }) => Math.max(most, step?.median ?? 0), 0);
  const high = steps.reduce((most, { step }) => Math.max(most, step?.high ?? 0), 0);
  return Math.min(high, median * 2);
}

function Bar({ step, highest, kind }: { step: Measured; highest: number; kind: Kind }) {
  const scale = highest > 0 ? (BAR_HEIGHT - HEADROOM) / highest : 0;
  const bottom = step.low * scale;
  return (
    <span className={styles.barPlot} data-kind={kind} style={{ height: BAR_HEIGHT }} aria-hidden="true">
      <span className={styles.barMedian} data-median="" style={{ height: Math.max(step.median * scale, THIN) }} />
      <span
        className={styles.barSpread}
        style={{ bottom, height: Math.max(Math.min(step.high * scale, BAR_HEIGHT) - bottom, THIN) }}
      />
    </span>
  );
}
