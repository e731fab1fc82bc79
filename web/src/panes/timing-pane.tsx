/** What each step of the selected block takes on this machine: medians with their spread. */

import { clsx } from "clsx";
import type { Measured, StepTiming, TimingResult } from "../engine/types";
import type { Block } from "../engine/windows";
import { useInspector, useSelectedBlock, useSession } from "../session/inspector";
import { hasBlocks } from "../session/session";
import { Button } from "../ui/button";
import { count, nanoseconds, significant } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { Empty, Pane } from "../ui/pane";
import { OptionSelect } from "../ui/select-field";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { NoBlock } from "./not-decoded";
import { TimingBars } from "./timing-bars";
import styles from "./timing-pane.module.css";

export function TimingPane() {
  const isAnything = useSession(hasBlocks);
  const block = useSelectedBlock();
  const timing = useSession((session) => session.timing);
  const result = block === null ? null : (timing.results.get(block.block) ?? null);
  const measuring = block !== null && timing.measuring === block.block;

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
      {block === null ? (
        <NoBlock />
      ) : block.rows === 0 ? (
        <Empty>This block has no complete step to measure</Empty>
      ) : result === null ? (
        <Empty>{measuring ? "Measuring…" : "This block has not been measured yet"}</Empty>
      ) : (
        <div className={clsx("scroll", styles.timingBody)}>
          <TimingBars block={block} result={result} />
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
    return <Button onClick={() => inspector.stopMeasuring()}>Stop measuring</Button>;
  }
  return (
    <Button onClick={() => inspector.measure(block.block)}>{again ? "Measure again" : "Measure this block"}</Button>
  );
}

/** What the figures are, and the conditions of the measurement in the tooltip. */
function Conditions({ result }: { result: TimingResult | null }) {
  const engines = useSession((session) => session.engines);
  const engine = engines.find(({ id }) => id === result?.engine);
  const conditions = [
    "Each step is replayed from its own state until the processor is warm, then measured many times.",
    engine && `Engine: ${engine.title}.`,
    result && `The clock ticks every ${clock(result.clockNs)}:`,
    globalThis.crossOriginIsolated
      ? "the page is cross-origin isolated, so this is the browser's finest clock."
      : "the page is not cross-origin isolated, so the browser provides a coarse clock.",
  ];
  return (
    <span {...tip(conditions.filter(Boolean).join(" "))}>
      Median of repeated runs; line = range <Tag aria-hidden="true">i</Tag>
    </span>
  );
}

function EngineChooser() {
  const inspector = useInspector();
  const engines = useSession((session) => session.engines);
  const chosen = useSession((session) => session.options.engine);
  if (engines.length === 0) return null;
  return (
    <Row as="label" gap="small" small>
      <span className="dim">engine</span>
      <OptionSelect
        value={chosen}
        options={engines.map(({ id, title }) => [id, title] as const)}
        aria-label="Huffman engine"
        data-takes-focus=""
        {...tip(engines.find((engine) => engine.id === chosen)?.about)}
        onChange={(engine) => inspector.setEngine(engine)}
      />
    </Row>
  );
}

function Figures({ block, result, measuring }: { block: Block; result: TimingResult; measuring: boolean }) {
  const row = useSession((session) => session.selection.row);
  const number = row === null ? -1 : row - block.firstRow;
  const step = result.steps[number] ?? null;
  const { whole } = result;
  return (
    <Stack gap="line" small className={styles.figures}>
      {step !== null && <Stages number={number} step={step} />}
      {whole !== null && (
        <p>
          whole block: <strong>{nanoseconds(whole.median)}</strong>{" "}
          <span className="dim">
            {spread(whole)}
            {result.bytes > 0 && ` · ${significant(whole.median / result.bytes)} ns per byte`}
          </span>
        </p>
      )}
      {measuring ? (
        <p className="dim">
          <progress
            className={styles.progress}
            aria-label="Measuring"
            max={result.roundsWanted}
            value={Math.min(result.rounds, result.roundsWanted)}
          />{" "}
          round {count(result.rounds)} of {count(result.roundsWanted)}
        </p>
      ) : (
        !result.done && (
          <p className="dim">
            stopped after {count(result.rounds)} of {count(result.roundsWanted)} rounds
          </p>
        )
      )}
    </Stack>
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
      field {count(number + 1)}: <strong>{nanoseconds(step.step.median)}</strong>{" "}
      <span className="dim">{spread(step.step)}</span>
      {stages.map(
        ([name, time]) =>
          time !== null && (
            <span key={name} {...tip(`between ${nanoseconds(time.low)} and ${nanoseconds(time.high)}`)}>
              {" · "}
              {name} <strong>{significant(time.median)}</strong>
            </span>
          ),
      )}
      {stages.some(([, time]) => time !== null) && <span className="dim"> ns (stages overlap, so don’t add them)</span>}
    </p>
  );
}

/** The clock's resolution, in whole microseconds if it is coarse. */
function clock(ns: number): string {
  return ns >= 1000 ? `${significant(ns / 1000)} µs` : nanoseconds(ns);
}

function spread({ low, high }: Measured): string {
  const [from, to] = [nanoseconds(low), nanoseconds(high)];
  const unit = to.slice(to.indexOf(" "));
  return from.endsWith(unit) ? `${from.slice(0, -unit.length)}–${to}` : `${from}–${to}`;
}
