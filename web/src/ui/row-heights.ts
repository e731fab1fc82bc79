/** Where the rows of a long list stand, worked out and not held: a list of two million rows takes no memory. */

/** Rows one below the other, CSS pixels from the first one's top. */
export type RowHeights = {
  count: number;
  /** Where a row begins; for `count` itself, where the last one ends. */
  topOf: (row: number) => number;
};

/** All of one height. */
export function evenRows(count: number, height: number): RowHeights {
  return { count, topOf: (row) => row * height };
}

/** Some rows have more below them: `more` names such a row as often as it has `extra` more, in order. */
export function rowsWithMore(count: number, height: number, more: Uint32Array | null, extra: number): RowHeights {
  if (more === null) return evenRows(count, height);
  return { count, topOf: (row) => row * height + firstNotBelow(more.length, (at) => (more[at] ?? 0) >= row) * extra };
}

/** The same, and a last one of another height. */
export function withLast({ count, topOf }: RowHeights, height: number): RowHeights {
  return { count: count + 1, topOf: (row) => (row > count ? topOf(count) + height : topOf(row)) };
}

/** The row at a height; the last one where it lies beyond all. */
export function rowAt({ count, topOf }: RowHeights, y: number): number {
  const row = firstNotBelow(count, (row) => topOf(row + 1) > y);
  return Math.max(Math.min(row, count - 1), 0);
}

/** The first of the numbers below `count` for which it is so, and is so from there on; `count` where it is for none. */
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
 * Browsers draw no element higher than some 17 (Firefox) or 33 (Chromium, Safari) million pixels: what is below can't
 * be reached. A list that would be higher is scrolled through an element of this height in its place.
 */
export const HIGHEST = 8_000_000;

/** Near both ends of such an element a pixel is a pixel, so that the ends themselves are reached. */
const EXACT = 1_000_000;

/** Where the scroll bar stands when the list is at `y`; `total` is the height of all rows, `room` what is seen of it. */
export function scrollOf(y: number, total: number, room: number): number {
  const from = total - room;
  const to = Math.min(total, HIGHEST) - room;
  if (from <= to || y <= EXACT) return y;
  if (y >= from - EXACT) return to - (from - y);
  return EXACT + ((y - EXACT) * (to - 2 * EXACT)) / (from - 2 * EXACT);
}

/** Where the list is when the scroll bar stands at `scroll`. */
export function placeOf(scroll: number, total: number, room: number): number {
  const from = total - room;
  const to = Math.min(total, HIGHEST) - room;
  if (from <= to || scroll <= EXACT) return scroll;
  if (scroll >= to - EXACT) return from - (to - scroll);
  return EXACT + ((scroll - EXACT) * (from - 2 * EXACT)) / (to - 2 * EXACT);
}
