/** Measures what is shown, unless the person stopped the measuring. */
import { useEffect } from "react";
import type { Block } from "../engine/windows";
import { useInspector, useSelectedBlock, useSession } from "../session/inspector";
import { isOpening } from "../session/session";
import { useRested } from "../ui/pause";

/** What is shown is measured after this long, milliseconds. */
const REST_MS = 500;
/** In longer blocks only the visible steps are measured: all of them take a while. */
const AUTO_ROWS = 400;

/** Measures the selected block. */
export function useMeasuringAtRest(wanted = true): void {
  const block = useSelectedBlock();
  useMeasuring(block, 0, block !== null && wanted && block.rows <= AUTO_ROWS ? block.rows : 0);
}

/** Measures the visible steps, `from` to `to`, of a block that is too long to be measured as a whole. */
export function useMeasuringVisible(block: Block, from: number, to: number): void {
  const isLong = block.rows > AUTO_ROWS;
  useMeasuring(block, from, isLong ? Math.min(to, from + AUTO_ROWS) : from);
}

function useMeasuring(block: Block | null, from: number, to: number): void {
  const inspector = useInspector();
  const number = block?.block ?? -1;
  const { results, measuring, stopped } = useSession((session) => session.timing);
  const engine = useSession((session) => session.options.engine);
  const busy = useSession(isOpening);
  const steps = results.get(number)?.steps;
  const isMeasured = from >= to || (steps?.[from] !== undefined && steps[to - 1] !== undefined);
  const isDue = !busy && !stopped && measuring !== number && !isMeasured;
  const isRested = useRested(REST_MS, `${isDue} ${number} ${from} ${to} ${engine}`);
  useEffect(() => {
    if (isDue && isRested) inspector.measure(number, [from, to]);
  }, [inspector, isDue, isRested, number, from, to]);
}
