import { useEffect, useRef } from "react";

/**
 * Where keys move from in a list: `place`, the selected row, lags behind fast keys, so that the next one moves from where
 * the last one led. `list` is another value for other rows or another order.
 */
export function useReached(place: number | null, list: unknown) {
  const reached = useRef({ at: place ?? 0, pending: 0, list });
  useEffect(() => {
    const now = reached.current;
    if (now.pending > 0) return;
    // A place that is not known yet is where the last key led, unless the rows are others.
    if (place !== null || now.list !== list) now.at = place ?? 0;
    now.list = list;
  }, [place, list]);
  return {
    get at() {
      return reached.current.at;
    },
    /** Moves to row `at`, which `select` selects. */
    async move(at: number, select: () => Promise<unknown>) {
      const now = reached.current;
      now.at = at;
      now.pending += 1;
      try {
        await select();
      } finally {
        now.pending -= 1;
      }
    },
  };
}
