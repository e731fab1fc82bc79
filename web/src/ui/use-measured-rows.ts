/** Rows of which each is as high as what it holds: known once it has been drawn, and `usual` before. */
import { type RefCallback, useCallback, useEffect, useState } from "react";
import type { RowHeights } from "./row-heights";

/** The rows, and a ref for each that is drawn, whose `data-index` says which one it is. */
export function useMeasuredRows(count: number, usual: number): [RowHeights, RefCallback<HTMLElement>] {
  /** By how much a row is higher than usual, CSS pixels. */
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
