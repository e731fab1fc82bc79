/** What each step of the selected block takes: medians with their spread, as measured here and now. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { KINDS, type Kind, type Measured, type StepTiming, type TimingResult } from "../engine/types";
import type { Block } from "../engine/windows";
import { isOpen } from "../session/session";
import { count, nanoseconds, significant } from "../ui/figures";
import { Empty, Pane } from "../ui/pane";
import { useWidth } from "../ui/use-media";
import { useInspector, useRowsAt, useSelectedBlock, useSession } from "./inspector";
import "./timing-pane.css";

/** A block is measured by itself when the selection has rested on it, milliseconds. */
const REST_MS = 500;
/** Longer blocks are measured when asked for: their measuring takes a while. */
const AUTO_ROWS = 400;
const BAR_HEIGHT = 56;

export function TimingPane() {
  const isAnything = useSession(isOpen);
  const block = useSelectedBlock();
  const timing = useSession((session) => session.timing);
  const result = block === null ? null : (timing.results.get(block.block) ?? null);
  const measuring = block !== null && timing.measuring === block.block;
  useMeasuringAtRest(block, result);

  return (
    <Pane
      id="timing"
      title="Time per step"
      note={<Conditions result={result} />}
      actions={
        isAnything && (
          <>
            {block !== null && block.rows > 0 && (
              <MeasureButton block={block} measuring={measuring} again={result !== null} />
            )}
            <EngineChooser />
          </>
        )
      }
    >
      {!isAnything ? (
        <Empty>Each step is replayed and timed once there is a block</Empty>
      ) : block === null ? null : block.rows === 0 ? (
        <Empty>No whole step in this block to measure</Empty>
      ) : result === null ? (
        <Empty>{measuring ? "Measuring…" : "This block is not measured yet"}</Empty>
      ) : (
        <div className="timing-body">
          <Bars block={block} result={result} />
          <Figures block={block} result={result} measuring={measuring} />
        </div>
      )}
      <p className="sr-only" role="status">
        {measuring ? "Measuring" : result?.done ? `Measured block ${result.block + 1}` : ""}
      </p>
    </Pane>
  );
}

function MeasureButton({ block, measuring, again }: { block: Block; measuring: boolean; again: boolean }) {
  const inspector = useInspector();
  if (measuring) {
    return (
      <button type="button" className="button" onClick={() => inspector.stopMeasuring()}>
        Stop measuring
      </button>
    );
  }
  return (
    <button type="button" className="button" onClick={() => inspector.measure(block.block)}>
      {again ? "Measure again" : "Measure this block"}
    </button>
  );
}

/** Measures the selected block once, unless the person stopped the measuring. */
function useMeasuringAtRest(block: Block | null, result: TimingResult | null): void {
  const inspector = useInspector();
  const stopped = useSession((session) => session.timing.stopped);
  const engine = useSession((session) => session.options.engine);
  const busy = useSession((session) => session.busy);
  const number = block?.block ?? -1;
  const rows = block?.rows ?? 0;
  const wanted = !busy && !stopped && result === null && rows > 0 && rows <= AUTO_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another engine asks for another measuring
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => inspector.measure(number), REST_MS);
    return () => clearTimeout(timer);
  }, [inspector, wanted, number, engine]);
}

/** Under what conditions the figures were taken. */
function Conditions({ result }: { result: TimingResult | null }) {
  const isolated = globalThis.crossOriginIsolated;
  const ticks = result === null ? "" : ` · clock ${clock(result.clockNs)}`;
  return (
    <span
      title={
        isolated
          ? "Cross-origin isolated: the browser gives its finest clock"
          : "Not cross-origin isolated: the browser gives a coarse clock"
      }
    >
      warm, replayed · median, line = spread{ticks}
      {isolated ? ", isolated" : ", not isolated"}
    </span>
  );
}

function EngineChooser() {
  const inspector = useInspector();
  const engines = useSession((session) => session.engines);
  const chosen = useSession((session) => session.options.engine);
  if (engines.length === 0) return null;
  return (
    <label className="engine">
      <span className="dim">engine</span>
      <select
        className="control"
        value={chosen}
        aria-label="Huffman engine"
        title={engines.find((engine) => engine.id === chosen)?.about}
        onChange={(event) => inspector.setEngine(event.target.value)}
      >
        {engines.map((engine) => (
          <option key={engine.id} value={engine.id}>
            {engine.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A bar a step: its height the median, its line the spread. */
function Bars({ block, result }: { block: Block; result: TimingResult }) {
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

/** One wide spread must not flatten all bars: a longer line is cut at the top. */
function scaleOf(steps: StepTiming[]): number {
  const median = steps.reduce((most, { step }) => Math.max(most, step?.median ?? 0), 0);
  const high = steps.reduce((most, { step }) => Math.max(most, step?.high ?? 0), 0);
  return Math.min(high, median * 1.4);
}

function Bar({ step, highest, kind }: { step: Measured; highest: number; kind: Kind }) {
  const scale = highest > 0 ? BAR_HEIGHT / highest : 0;
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

function Figures({ block, result, measuring }: { block: Block; result: TimingResult; measuring: boolean }) {
  const row = useSession((session) => session.selection.row);
  const number = row === null ? -1 : row - block.firstRow;
  const step = result.steps[number] ?? null;
  const { whole } = result;
  return (
    <div className="figures">
      {step !== null && <Stages number={number} step={step} />}
      {whole !== null && (
        <p>
          whole block: <strong>{nanoseconds(whole.median)}</strong>{" "}
          <span className="dim">
            {spread(whole)}
            {result.octets > 0 && ` · ${significant(whole.median / result.octets)} ns an octet`}
          </span>
        </p>
      )}
      {measuring ? (
        <p className="dim">
          <progress
            className="progress"
            aria-label="Measuring"
            max={result.roundsWanted}
            value={Math.min(result.rounds, result.roundsWanted)}
          />{" "}
          round {count(result.rounds)} of {count(result.roundsWanted)}
        </p>
      ) : (
        !result.done && (
          <p className="dim">
            stopped after {count(result.rounds)} rounds of {count(result.roundsWanted)}
          </p>
        )
      )}
    </div>
  );
}

/** Stages overlap in the processor, as steps do: their times do not add up. */
function Stages({ number, step }: { number: number; step: StepTiming }) {
  const stages: [string, Measured | null][] = [
    ["integer", step.integer],
    ["string", step.string],
    ["table", step.table],
  ];
  if (step.step === null) return null;
  return (
    <p>
      step {count(number + 1)}: <strong>{nanoseconds(step.step.median)}</strong>{" "}
      <span className="dim">{spread(step.step)}</span>
      {stages.map(
        ([name, time]) =>
          time !== null && (
            <span key={name} title={`between ${nanoseconds(time.low)} and ${nanoseconds(time.high)}`}>
              {" · "}
              {name} <strong>{significant(time.median)}</strong>
            </span>
          ),
      )}
      {stages.some(([, time]) => time !== null) && <span className="dim"> ns (they overlap)</span>}
    </p>
  );
}

/** The clock's step: whole microseconds where it is coarse. */
function clock(ns: number): string {
  return ns >= 1000 ? `${significant(ns / 1000)} µs` : nanoseconds(ns);
}

function spread({ low, high }: Measured): string {
  const [from, to] = [nanoseconds(low), nanoseconds(high)];
  const unit = to.slice(to.indexOf(" "));
  return from.endsWith(unit) ? `${from.slice(0, -unit.length)}–${to}` : `${from}–${to}`;
}
