/** One bar for each step: its height is the median, its line the spread. */
import { clsx } from "clsx";
import { KINDS, type Kind, type Measured, type StepTiming, type TimingResult } from "../engine/types";
import type { Block } from "../engine/windows";
import { useCached, useHovered, useInspector, useSession } from "../session/inspector";
import { Button } from "../ui/button";
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
  const wide = Math.max(LEAST, Math.min(104, Math.floor(room / Math.max(block.rows, 1))));
  const longest = steps.reduce((most, { step }, at) => Math.max(most, step === null ? 0 : labelOf(at, step).length), 0);
  const width = Math.max(wide, Math.ceil(longest * DIGIT) + GAP);
  const selected = (selection.row ?? -1) - block.firstRow;
  // A step that fails takes no time that could be measured, but it is one of the steps.
  const failing = block.error ? 1 : 0;
  const isErrorSelected = selection.error && selection.block === block.block;
  const shown = isErrorSelected ? block.rows : selected;
  const count = block.rows + failing;
  const rows = useRows(evenRows(count, width), {
    element,
    direction: "horizontal",
    shown: shown >= 0 && shown < count ? shown : null,
  });
  const peek = useCached();
  const highest = scaleOf(steps);

  return (
    <RowList rows={rows} className={styles.bars} data-sideways="" role="list" aria-label="Time of each step">
      {(item) => {
        const { row = null, step: time = null } = steps[item.index] ?? {};
        const fails = item.index === block.rows;
        if (time === null && !fails) return null;
        const place = { block: block.block, row, error: fails, byte: null };
        return (
          <div
            key={item.index}
            role="listitem"
            className={styles.bar}
            data-selected={(fails ? isErrorSelected : row === selection.row) || undefined}
            data-over={(row !== null && row === over) || undefined}
            style={{ width: item.size, transform: `translateX(${item.start}px)` }}
            onPointerEnter={() => inspector.hover(place)}
            onPointerLeave={() => inspector.hover(null)}
          >
            <Button look="link" tabIndex={-1} {...tip(spreadOf(time))} onClick={() => inspector.select(place)}>
              <Bar
                time={time}
                highest={highest}
                kind={row === null ? "error" : (peek((known) => known.row(row))?.kind ?? KINDS[0])}
              />
              <span className={clsx("mono dim cut", styles.barLabel)}>{labelOf(item.index, time)}</span>
            </Button>
          </div>
        );
      }}
    </RowList>
  );
}

function labelOf(at: number, time: Measured | null): string {
  return `${number(at + 1)} · ${time === null ? "error" : nanoseconds(time.median)}`;
}

function spreadOf(time: Measured | null): string {
  if (time === null) return "This step fails: it has no time";
  return `between ${nanoseconds(time.low)} and ${nanoseconds(time.high)}`;
}

/** Fits every spread, as long as the bars stay tall enough to compare; longer spreads are cut at the top. */
function scaleOf(steps: StepTiming[]): number {
  const median = steps.reduce((most, { step }) => Math.max(most, step?.median ?? 0), 0);
  const high = steps.reduce((most, { step }) => Math.max(most, step?.high ?? 0), 0);
  return Math.min(high, median * 2);
}

/** `time`: null for the step that fails. */
function Bar({ time, highest, kind }: { time: Measured | null; highest: number; kind: Kind | "error" }) {
  const scale = highest > 0 ? (BAR_HEIGHT - HEADROOM) / highest : 0;
  const [bottom, top] = time === null ? [0, 0] : [time.low * scale, Math.min(time.high * scale, BAR_HEIGHT)];
  const height = time === null ? BAR_HEIGHT / 2 : Math.max(time.median * scale, THIN);
  return (
    <span className={styles.barPlot} data-kind={kind} style={{ height: BAR_HEIGHT }} aria-hidden="true">
      <span className={styles.barMedian} data-median="" style={{ height }} />
      {time !== null && <span className={styles.barSpread} style={{ bottom, height: Math.max(top - bottom, THIN) }} />}
    </span>
  );
}
