/**
 * Where links between fields were followed. It stands in the browser's own
 * history, so that its “back” (Alt+Left) leads back, and so does a button.
 */
import { useSyncExternalStore } from "react";
import type { Selection } from "../session/selection";

/** The state of an entry of the history at which a field was selected. */
type Trail = {
  seen: true;
  /** Number of the opening that the selection belongs to. */
  opening: number;
  selection: Selection;
  /** Links followed since the first. */
  depth: number;
};

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of [...listeners]) listener();
}

function trailIn(state: unknown): Trail | null {
  return typeof state === "object" && state !== null && "selection" in state ? (state as Trail) : null;
}

/** A link was followed in what `opening` opened. */
export function remember(opening: number, from: Selection, to: Selection): void {
  const before = trailIn(history.state);
  const depth = before?.opening === opening ? before.depth : 0;
  history.replaceState({ seen: true, opening, selection: from, depth } satisfies Trail, "");
  history.pushState({ seen: true, opening, selection: to, depth: depth + 1 } satisfies Trail, "");
  tell();
}

/** What was selected at an entry of the history, if that is of the same opening. */
export function recalled(state: unknown, opening: number): Selection | null {
  const trail = trailIn(state);
  tell();
  return trail?.opening === opening ? trail.selection : null;
}

/** Whether a link was followed to here, so that there is a way back. */
export function useWayBack(opening: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      const trail = trailIn(history.state);
      return trail?.opening === opening && trail.depth > 0;
    },
    () => false,
  );
}
