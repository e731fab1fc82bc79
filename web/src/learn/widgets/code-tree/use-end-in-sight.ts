import { useEffect, useRef } from "react";

/** Scrolls to the end of growing content, without moving the page. */
export function useEndInSight(grows: unknown) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when it grows
  useEffect(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [grows]);
  return box;
}
