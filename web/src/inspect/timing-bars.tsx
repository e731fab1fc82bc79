/** A bar a step: its height the median, its line the spread. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { KINDS, type Kind, type Measured, type StepTiming, type TimingResult } from "../engine/types";
import type { Block } from "../engine/windows";
import { count, nanoseconds } from "../ui/figures";
import { useWidth } from "../ui/use-media";
import { useInspector, useRowsAt, useSession } from "./inspector";

/** CSS pixels. */
const BAR_HEIGHT = 56;
/** Above the tallest spread, so that its end is seen, CSS pixels. */
const HEADROOM = 2;

export function TimingBars({ block, result }: { block: Block; result: TimingResult }) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const over = useSession((session) => session.hover?.row ?? null);
  const plot = useRef<HTMLDivElement>(null);
  const steps = result.steps;
  const room = useWidth(plot);
  const width = Math.max(86, Math.min(104, Math.floor(room / Math.max(steps.length, 1))));
  const virtual = useVirtualizer({
    horizontal: true,
    count: steps.length,
    getScrollElement: () => plot.current,
    estimateSize: () => width,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: bars of another width stand elsewhere
  useEffect(() => {
    virtual.measure();
  }, [width]);
  const items = virtual.getVirtualItems();
  const rowAt = useRowsAt(block.firstRow + (items[0]?.index ?? 0), block.firstRow + (items.at(-1)?.index ?? -1) + 1);
  const highest = scaleOf(steps);
  const selected = (selection.row ?? -1) - block.firstRow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection scrolls
  useEffect(() => {
    if (selected >= 0 && selected < steps.length) virtual.scrollToIndex(selected, { align: "auto" });
  }, [selected]);

  return (
    <div ref={plot} className="bars scroll" role="list" aria-label="Time of each step" tabIndex={0}>
      <div role="presentation" style={{ width: virtual.getTotalSize(), height: "100%", position: "relative" }}>
        {items.map((item) => {
          const step = steps[item.index];
          if (!step?.step) return null;
          const kind = rowAt(step.row)?.kind ?? KINDS[0];
          return (
            <div
              key={item.index}
              role="listitem"
              className={`bar${step.row === selection.row ? " selected" : ""}${step.row === over ? " over" : ""}`}
              style={{ width: item.size, transform: `translateX(${item.start}px)` }}
              onPointerEnter={() => inspector.hover({ block: block.block, row: step.row, fault: false, octet: null })}
              onPointerLeave={() => inspector.hover(null)}
            >
              <button
                type="button"
                tabIndex={-1}
                className="bar-button"
                title={`between ${nanoseconds(step.step.low)} and ${nanoseconds(step.step.high)}`}
                onClick={() => inspector.selectRow(step.row)}
              >
                <Bar step={step.step} highest={highest} kind={kind} />
                <span className="bar-label">
                  {count(item.index + 1)} · {nanoseconds(step.step.median)}
                </span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Room for every spread, as far as the bars stay tall enough to compare: a still longer line ends at the top. */
function scaleOf(steps: StepTiming[]): number {
  const median = steps.reduce((most, { step }) => Math.max(most, step?.median ?? 0), 0);
  const high = steps.reduce((most, { step }) => Math.max(most, step?.high ?? 0), 0);
  return Math.min(high, median * 2);
}

function Bar({ step, highest, kind }: { step: Measured; highest: number; kind: Kind }) {
  const scale = highest > 0 ? (BAR_HEIGHT - HEADROOM) / highest : 0;
  const top = BAR_HEIGHT - Math.max(step.median * scale, 2);
  return (
    <svg
      className={`bar-plot kind-${kind}`}
      viewBox={`0 0 100 ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect x="0" y={top} width="100" height={BAR_HEIGHT - top} />
      <line x1="50" x2="50" y1={Math.max(BAR_HEIGHT - step.high * scale, 0)} y2={BAR_HEIGHT - step.low * scale} />
    </svg>
  );
}
