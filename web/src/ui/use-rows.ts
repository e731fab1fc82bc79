/** A list of which only the rows in view are drawn, however many it has: every one can be scrolled to. */
import { type CSSProperties, type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { HIGHEST, placeOf, type RowHeights, rowAt, scrollOf } from "./row-heights";

/** A row to draw. */
export type DrawnRow = {
  index: number;
  /** Where it stands in the element that is scrolled, CSS pixels. */
  start: number;
  size: number;
};

export type Rows = {
  /** What scrolls. */
  element: RefObject<HTMLDivElement | null>;
  count: number;
  /** Those in view, and a few on either side. */
  items: DrawnRow[];
  /** Of the element that is scrolled. */
  size: CSSProperties;
  /** Brings a row into view; where it is already nothing moves. */
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
  /** A heading that stays above the rows, CSS pixels. */
  head?: number;
  /** Rows drawn beyond the visible ones. */
  overscan?: number;
  direction?: keyof typeof AXES;
  /** The row at hand: brought into view when it is another, when `again` is, and when all rows together change height. */
  shown?: number | null;
  again?: unknown;
  /** What scrolls, where something else has to know it. */
  element?: RefObject<HTMLDivElement | null>;
};

/** Rows in an element that scrolls. */
export function useRows(heights: RowHeights, options: Options = {}): Rows {
  const { head = 0, overscan = 10, direction = "vertical", shown = null, again } = options;
  const own = useRef<HTMLDivElement>(null);
  const scroller = options.element ?? own;
  const axis = AXES[direction];
  const [, draw] = useReducer((times: number) => times + 1, 0);
  /** Where the list is, where its scroll bar stood when that was so, and what is seen of the list. */
  const view = useRef({ at: 0, scroll: 0, room: 0 });
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
      // A little further is just as much further; a far jump is to that part of the whole.
      const isNear = total > HIGHEST && room === now.room && Math.abs(by) <= 2 * room;
      const at = isNear ? now.at + by : placeOf(scroll, total, room);
      // At its end the bar may stand a little further, by what is below the last row.
      const most = Math.max(total - room, placeOf(scroll, total, room), 0);
      const to = Math.min(Math.max(at, 0), most);
      if (to === now.at && scroll === now.scroll && room === now.room) return;
      Object.assign(now, { at: to, scroll, room });
      draw();
    }

    /** After many small steps the bar stands where it should again, so that neither end is met too early. */
    function settle() {
      if (element === null || total <= HIGHEST) return;
      element[axis.scroll] = scrollOf(now.at, total, now.room);
      now.scroll = element[axis.scroll];
      draw();
    }

    // Of another list: it begins where the bar stands.
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

  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      const now = view.current;
      const room = Math.max(element[axis.room] - head, 0);
      const top = heights.topOf(row);
      const bottom = heights.topOf(row + 1);
      // Its beginning in any case, and its end where there is room for both.
      const at = Math.min(Math.max(now.at, bottom - room), top);
      if (at === now.at && room === now.room) return;
      element[axis.scroll] = scrollOf(at, total, room);
      Object.assign(now, { at, scroll: element[axis.scroll], room });
      draw();
    },
    [scroller, axis, head, heights, total],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row to show scrolls
  useEffect(() => {
    if (shown !== null) reveal(shown);
  }, [shown, again, total]);

  const { at, scroll, room } = view.current;
  const items: DrawnRow[] = [];
  if (heights.count > 0) {
    const first = Math.max(rowAt(heights, at) - overscan, 0);
    const last = Math.min(rowAt(heights, at + room) + overscan, heights.count - 1);
    // Where the bar stands for less than the list has gone, the rows stand as much higher.
    const shift = (Number.isNaN(scroll) ? 0 : scroll) - at;
    for (let index = first; index <= last; index += 1) {
      const start = heights.topOf(index);
      items.push({ index, start: start + shift, size: heights.topOf(index + 1) - start });
    }
  }
  const size = Math.min(total, HIGHEST);
  return {
    element: scroller,
    count: heights.count,
    items,
    size: { position: "relative", ...(direction === "vertical" ? { height: size } : { width: size, height: "100%" }) },
    reveal,
  };
}
