import { useEffect, useReducer, useRef } from "react";
import { Pending } from "../engine/answers";
import { isAbort } from "../engine/stale-error";

/** Reads answers; `otherwise` until they arrive and render the component. Errors are thrown, for the boundary above. */
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
      else if (!isAbort(thrown)) throw thrown;
      return otherwise();
    }
  };
}

/** `found`, or its last value for the same `of` while it is null, so that panes do not flicker while stepping. */
export function useLast<Found>(of: unknown, found: Found | null): Found | null {
  const last = useRef<{ of: unknown; found: Found } | null>(null);
  useEffect(() => {
    if (found !== null) last.current = { of, found };
  });
  if (found !== null) return found;
  return last.current !== null && last.current.of === of ? last.current.found : null;
}
