/** How wide an element is, for what is drawn as wide as there is room. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The element, and its inner width, CSS pixels; `usual` before it is drawn. */
export function useWidth<Kind extends HTMLElement>(usual: number): [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
