/** Whether an element's content overflows: only then must the keyboard reach it. */
import { type RefObject, useEffect, useState } from "react";

export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setScrolls(target.scrollHeight > target.clientHeight));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
