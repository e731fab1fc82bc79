/** A virtual list: only the visible rows are drawn, and every one can be scrolled to. */
import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from "react";
import { HIGHEST, placeOf, type RowHeights, rowAt, scrollOf } from "./row-heights";

export type DrawnRow = {
  index: number;
  /** React's key. After a jump the rows have the keys, and so the elements, of those before: new ones would cost more. */
  key: number;
  /** Position in the scrolled element, CSS pixels. */
  start: number;
  size: number;
};

export type Rows = {
  /** The scrolling element. */
  element: RefObject<HTMLDivElement | null>;
  count: number;
  /** The visible rows, and a few on either side. */
  items: DrawnRow[];
  /** Of the scrolled element. */
  size: CSSProperties;
  /** Visible height, CSS pixels. */
  room: number;
  /** Scrolls a row into view if it is not. */
  reveal: (row: number) => void;
};

type Axis = {
  scroll: "scrollTop" | "scrollLeft";
  room: "clientHeight" | "clientWidth";
};
const AXES: Record<"vertical" | "horizontal", Axis> = {
  vertical: { scroll: "scrollTop", room: "clientHeight" },
  horizontal: { scroll: "scrollLeft", room: "clientWidth" },
};

type Options = {
  /** Height of a heading that stays above the rows, CSS pixels. */
  head?: number;
  /** Number of rows drawn beyond the visible ones. */
  overscan?: number;
  direction?: keyof typeof AXES;
  /** The current row: scrolled into view when it changes, when `again` does, and when the total or visible height does. */
  shown?: number | null;
  again?: unknown;
  /** The scrolling element, if the caller needs it. */
  element?: RefObject<HTMLDivElement | null>;
};

export function useRows(heights: RowHeights, options: Options = {}): Rows {
  const { head = 0, overscan = 10, direction = "vertical", shown = null, again } = options;
  const own = useRef<HTMLDivElement>(null);
  const scroller = options.element ?? own;
  const axis = AXES[direction];
  const [, draw] = useReducer((times: number) => times + 1, 0);
  /** The list's position, the scroll position at that time, the visible height, and a scroll position to be set. */
  const view = useRef({ at: 0, scroll: 0, room: 0, wanted: null as number | null });
  const total = heights.topOf(heights.count);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const now = view.current;

    function look() {
      if (element === null) return;
      const scroll = element[axis.scroll];
      const room = Math.max(element[axis.room] - head, 0);
      const by = scroll - now.scroll;
      // A small scroll moves the list by as much; a large one jumps to that fraction of the list.
      const isNear = total > HIGHEST && room === now.room && Math.abs(by) <= 2 * room;
      const at = isNear ? now.at + by : placeOf(scroll, total, room);
      // The last position is a little further down, by what is below the last row.
      const most = Math.max(total - room, placeOf(scroll, total, room), 0);
      const to = Math.min(Math.max(at, 0), most);
      if (to === now.at && scroll === now.scroll && room === now.room) return;
      Object.assign(now, { at: to, scroll, room });
      draw();
    }

    /** Corrects the scroll position after many small steps, so that neither end is met too early. */
    function settle() {
      if (element === null || total <= HIGHEST) return;
      element[axis.scroll] = scrollOf(now.at, total, now.room);
      now.scroll = element[axis.scroll];
      draw();
    }

    // Another list begins where the scroll bar is.
    now.scroll = Number.NaN;
    look();
    element.addEventListener("scroll", look, { passive: true });
    element.addEventListener("scrollend", settle, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      element.removeEventListener("scrollend", settle);
      observer.disconnect();
    };
  }, [scroller, axis, head, total]);

  // Scrolls once the rows are there: the browser lays out the list for each position that is set or read.
  useLayoutEffect(() => {
    const now = view.current;
    const element = scroller.current;
    if (now.wanted === null || element === null) return;
    element[axis.scroll] = now.wanted;
    const scroll = element[axis.scroll];
    const isElsewhere = scroll !== now.wanted;
    Object.assign(now, { scroll, wanted: null });
    if (isElsewhere) draw();
  });

  const reveal = useCallback(
    (row: number) => {
      const now = view.current;
      const top = heights.topOf(row);
      const bottom = heights.topOf(row + 1);
      // Its beginning in any case, and its end if both fit.
      const at = Math.min(Math.max(now.at, bottom - now.room), top);
      if (at === now.at) return;
      const scroll = scrollOf(at, total, now.room);
      Object.assign(now, { at, scroll, wanted: scroll });
      draw();
    },
    [heights, total],
  );

  const { at, scroll, room } = view.current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row to show, or less room for it, scrolls
  useLayoutEffect(() => {
    if (shown !== null) reveal(shown);
  }, [shown, again, total, room]);

  const drawn = useRef({ first: 0, last: -1, base: 0 });
  const items: DrawnRow[] = [];
  if (heights.count > 0) {
    const first = Math.max(rowAt(heights, at) - overscan, 0);
    const last = Math.min(rowAt(heights, at + room) + overscan, heights.count - 1);
    // Offset of the rows, because the scroll position differs from the list's.
    const shift = (Number.isNaN(scroll) ? 0 : scroll) - at;
    const before = drawn.current;
    const isJump = first > before.last || last < before.first;
    drawn.current = { first, last, base: isJump ? before.base + first - before.first : before.base };
    for (let index = first; index <= last; index += 1) {
      const start = heights.topOf(index);
      items.push({
        index,
        key: index - drawn.current.base,
        start: start + shift,
        size: heights.topOf(index + 1) - start,
      });
    }
  }
  const size = Math.min(total, HIGHEST);
  return {
    element: scroller,
    count: heights.count,
    items,
    size: { position: "relative", ...(direction === "vertical" ? { height: size } : { width: size, height: "100%" }) },
    room,
    reveal,
  };
}
