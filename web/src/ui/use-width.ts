import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** A ref for the element, and the width of its content box, CSS pixels; `usual` before it is drawn. */
export function useWidth<Kind extends HTMLElement>(usual: number): [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry !== undefined && setWidth(entry.contentRect.width));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
