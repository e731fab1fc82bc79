/** Measures the selected block once, unless the person stopped the measuring. */
import { useEffect } from "react";
import { useInspector, useSelectedBlock, useSession } from "../inspector/inspector";
import { isOpening } from "../session/session";
import { useRested } from "../ui/pause";

/** A block is measured after it has been selected for this long, milliseconds. */
const REST_MS = 500;
/** Longer blocks are only measured on demand: it takes a while. */
const AUTO_ROWS = 400;

export function useMeasuringAtRest(wanted = true): void {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const timing = useSession((session) => session.timing);
  const result = block === null ? null : (timing.results.get(block.block) ?? null);
  const { stopped } = timing;
  const engine = useSession((session) => session.options.engine);
  const busy = useSession(isOpening);
  const number = block?.block ?? -1;
  const rows = block?.rows ?? 0;
  const isDue = wanted && !busy && !stopped && result === null && rows > 0 && rows <= AUTO_ROWS;
  const isRested = useRested(REST_MS, `${isDue} ${number} ${engine}`);
  useEffect(() => {
    if (isDue && isRested) inspector.measure(number);
  }, [inspector, isDue, isRested, number]);
}
