/** Rows as high as their content: measured once they have been drawn. */
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RowHeights } from "./row-heights";

/**
 * The rows, and a ref for each drawn one, identified by its `data-index`.
 * `base`: their heights before. `only`: rows whose height may differ; all by default.
 */
export function useMeasuredRows(
  base: RowHeights,
  only: ReadonlySet<number> | null = null,
): [RowHeights, RefCallback<HTMLElement>] {
  const latest = useRef(base);
  latest.current = base;
  /** Differences from the heights before, CSS pixels. */
  const [more, setMore] = useState<ReadonlyMap<number, number>>(new Map());
  const observer = useRef<ResizeObserver>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  const measure = useCallback((row: HTMLElement | null) => {
    if (row === null) return;
    observer.current ??= new ResizeObserver((rows) =>
      setMore((before) => {
        const after = new Map(before);
        for (const { target } of rows) {
          if (!(target instanceof HTMLElement)) continue;
          const row = Number(target.dataset.index);
          const { topOf } = latest.current;
          after.set(row, target.offsetHeight - (topOf(row + 1) - topOf(row)));
        }
        return after;
      }),
    );
    observer.current.observe(row);
    return () => observer.current?.unobserve(row);
  }, []);
  const heights = useMemo(() => {
    const topOf = (row: number) => {
      let top = base.topOf(row);
      for (const [at, by] of more) if (at < row && only?.has(at) !== false) top += by;
      return top;
    };
    return { count: base.count, topOf };
  }, [base, more, only]);
  return [heights, measure];
}
