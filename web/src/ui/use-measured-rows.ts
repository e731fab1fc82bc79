/** Rows as high as their content: measured once they have been drawn, `usual` before. */
import { type RefCallback, useCallback, useEffect, useState } from "react";
import type { RowHeights } from "./row-heights";

/** The rows, and a ref for each drawn one, identified by its `data-index`. */
export function useMeasuredRows(count: number, usual: number): [RowHeights, RefCallback<HTMLElement>] {
  /** Difference of a row's height from `usual`, CSS pixels. */
  const [more, setMore] = useState<ReadonlyMap<number, number>>(new Map());
  const [observer] = useState(
    () =>
      new ResizeObserver((rows) =>
        setMore((before) => {
          const after = new Map(before);
          for (const { target } of rows) {
            if (target instanceof HTMLElement) after.set(Number(target.dataset.index), target.offsetHeight - usual);
          }
          return after;
        }),
      ),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (row === null) return;
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [observer],
  );
  const topOf = (row: number) => {
    let top = row * usual;
    for (const [at, by] of more) if (at < row) top += by;
    return top;
  };
  return [{ count, topOf }, measure];
}
