/** A change of view takes the focus into it, for those who hear the page or move by keys. */
import { type RefObject, useEffect, useRef } from "react";

/**
 * The element of the view. It takes the focus whenever `shown` changes, unless
 * the view has put the focus somewhere itself; not when the page first opens.
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
