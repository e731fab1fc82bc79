import { useRef } from "react";
import { useInspector } from "../session/inspector";
import type { Selection } from "../session/selection";

type Move = { at: number; list: unknown; there: { selection: Selection; frame: number | null } | null };

/**
 * Where keys move from in a list: where the last one led, as long as that is still selected. `place`, the selected row,
 * lags behind fast keys. `list` is another value for other rows or another order.
 */
export function useReached(place: number | null, list: unknown) {
  const { store } = useInspector();
  const last = useRef<Move | null>(null);
  return {
    get at() {
      const { selection, timeline } = store.get();
      const { at, there, ...move } = last.current ?? { at: 0, there: null, list: null };
      const isThere = there === null || (there.selection === selection && there.frame === timeline.frame);
      return move.list === list && isThere ? at : (place ?? 0);
    },
    /** Moves to row `at`, which `select` selects. */
    async move(at: number, select: () => Promise<unknown>) {
      const move: Move = { at, list, there: null };
      last.current = move;
      try {
        await select();
      } finally {
        const { selection, timeline } = store.get();
        move.there = { selection, frame: timeline.frame };
      }
    },
  };
}
