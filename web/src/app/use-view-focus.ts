/** Moves the focus into a new view, for users of screen readers and keyboards. */
import { type RefObject, useEffect, useRef } from "react";

/**
 * A ref for the element of the view. It is focused whenever `shown` changes,
 * unless the view has moved the focus itself; not when the page first opens.
 */
export function useViewFocus(shown: string | null): RefObject<HTMLElement | null> {
  const view = useRef<HTMLElement>(null);
  const before = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = before.current === null;
    before.current = shown;
    if (isFirst || shown === null || view.current?.contains(document.activeElement)) return;
    view.current?.focus({ preventScroll: true });
  }, [shown]);
  return view;
}
