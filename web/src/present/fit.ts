/** Finds the roomiest way to draw something with which it does not overflow. */
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

function useWindowSize(): string {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("resize", listener);
      return () => removeEventListener("resize", listener);
    },
    () => `${innerWidth} × ${innerHeight}`,
  );
}

/** `ways`, the roomiest first, are tried again for another `of` and in another window. */
export function useFit<Way>(of: unknown, ways: readonly Way[]): [RefObject<HTMLDivElement | null>, Way] {
  const place = useRef<HTMLDivElement>(null);
  const size = useWindowSize();
  const [tried, setTried] = useState({ of, size, nth: 0 });
  const nth = tried.of === of && tried.size === size ? tried.nth : 0;
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || nth + 1 >= ways.length) return;
    const overflows = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    if (overflows) setTried({ of, size, nth: nth + 1 });
  });
  return [place, ways[nth] as Way];
}
