/** What the window is like. */
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** Windows in which the panes stand in tabs: narrow ones, and low ones such as a phone on its side. */
export const NARROW = "(max-width: 760px), (max-height: 560px)";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Width of an element's content box, CSS pixels; 0 before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element.current !== null) setWidth(element.current.clientWidth);
  }, [element]);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
