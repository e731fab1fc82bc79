/** What the worker's answers say, as they are known. */
import { useEffect, useReducer, useRef } from "react";
import { Pending } from "../engine/answers";
import { isDropped } from "../engine/stale-error";

/**
 * Reads answers: `otherwise` until they are known, and then the component is drawn again. What fails is thrown, for the
 * error boundary above to show.
 */
export function usePeek(): <Answer>(read: () => Answer, otherwise?: () => Answer | null) => Answer | null {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const missing = new Set<Promise<void>>();
  useEffect(() => {
    let live = true;
    for (const until of missing) until.then(() => live && drawAgain());
    return () => {
      live = false;
    };
  });
  return (read, otherwise = () => null) => {
    try {
      return read();
    } catch (thrown) {
      if (thrown instanceof Pending) missing.add(thrown.until);
      else if (!isDropped(thrown)) throw thrown;
      return otherwise();
    }
  };
}

/**
 * `found`, or while that is null what it was last, so that panes do not flicker while a person steps; never what was
 * found of another `of`.
 */
export function useLast<Found>(of: unknown, found: Found | null): Found | null {
  const last = useRef<{ of: unknown; found: Found } | null>(null);
  useEffect(() => {
    if (found !== null) last.current = { of, found };
  });
  if (found !== null) return found;
  return last.current !== null && last.current.of === of ? last.current.found : null;
}
