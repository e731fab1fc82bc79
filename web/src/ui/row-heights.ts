/** Positions of the rows of a long list, computed instead of stored: a list of two million rows takes no memory. */

/** Rows one below the other, CSS pixels from the first one's top. */
export type RowHeights = {
  count: number;
  /** Top of a row; for `count`, the bottom of the last. */
  topOf: (row: number) => number;
};

/** Rows of equal height. */
export function evenRows(count: number, height: number): RowHeights {
  return { count, topOf: (row) => row * height };
}

/** Some rows are higher: `more` lists such a row once for every `extra`, in order. */
export function rowsWithMore(count: number, height: number, more: Uint32Array | null, extra: number): RowHeights {
  if (more === null) return evenRows(count, height);
  return { count, topOf: (row) => row * height + firstNotBelow(more.length, (at) => (more[at] ?? 0) >= row) * extra };
}

/** The row at a height; the last one below all rows. */
export function rowAt({ count, topOf }: RowHeights, y: number): number {
  const row = firstNotBelow(count, (row) => topOf(row + 1) > y);
  return Math.max(Math.min(row, count - 1), 0);
}

/** Binary search: the first number below `count` from which on `isSo` holds; `count` if it never does. */
function firstNotBelow(count: number, isSo: (number: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isSo(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Browsers draw no element higher than some 17 (Firefox) or 33 (Chromium,
 * Safari) million pixels. A list that would be higher is scrolled through an
 * element of this height.
 */
export const HIGHEST = 8_000_000;

/** Near both ends of such an element a pixel is a pixel, so that the ends can be reached. */
const EXACT = 1_000_000;

/** The scroll position for the list at `y`; `total` is the height of all rows, `room` the visible height. */
export function scrollOf(y: number, total: number, room: number): number {
  const from = total - room;
  const to = Math.min(total, HIGHEST) - room;
  if (from <= to || y <= EXACT) return y;
  if (y >= from - EXACT) return to - (from - y);
  return EXACT + ((y - EXACT) * (to - 2 * EXACT)) / (from - 2 * EXACT);
}

/** The list's position for a scroll position. */
export function placeOf(scroll: number, total: number, room: number): number {
  const from = total - room;
  const to = Math.min(total, HIGHEST) - room;
  if (from <= to || scroll <= EXACT) return scroll;
  if (scroll >= to - EXACT) return from - (to - scroll);
  return EXACT + ((scroll - EXACT) * (from - 2 * EXACT)) / (to - 2 * EXACT);
}
