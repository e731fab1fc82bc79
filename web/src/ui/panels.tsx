/**
 * Panels side by side or one above the other, with dividers to resize them. The
 * layout is left to CSS: one panel of a group has no size of its own and gets
 * the remaining space. Sizes chosen by the user are kept on this machine.
 */
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import styles from "./panels.module.css";
import { safeLocalStorage } from "./storage";

type Orientation = "horizontal" | "vertical";

/** By panel: CSS pixels, or percent of the group. */
type Sizes = { [panel: string]: number };

type Resizing = {
  orientation: Orientation;
  sizes: Sizes;
  /** `null` restores a panel's initial size. */
  resize: (changes: { [panel: string]: number | null }) => void;
  keep: () => void;
};

/** The stored sizes; empty if they can't be read. */
function readSizes(key: string): Sizes {
  try {
    const kept: unknown = JSON.parse(safeLocalStorage.getItem(key) ?? "{}");
    return Object.fromEntries(
      Object.entries(Object(kept)).filter((size): size is [string, number] => typeof size[1] === "number"),
    );
  } catch {
    return {};
  }
}

const Context = createContext<Resizing>({ orientation: "vertical", sizes: {}, resize: () => {}, keep: () => {} });

type GroupProps = { id: string; orientation: Orientation; children: ReactNode };

/** Panels with a `Divider` between each two. Sizes are stored under its `id`. */
export function Group({ id, orientation, children }: GroupProps) {
  const key = `panels:${id}`;
  const keptSizes = () => ({ key, sizes: readSizes(key) });
  const [state, setState] = useState(keptSizes);
  const current = state.key === key ? state : keptSizes();
  const latest = useRef(current);
  latest.current = current;

  function resize(changes: { [panel: string]: number | null }) {
    const all = Object.entries({ ...latest.current.sizes, ...changes });
    const sizes: Sizes = {};
    for (const [panel, size] of all) if (size !== null) sizes[panel] = size;
    latest.current = { key, sizes };
    setState(latest.current);
  }

  const keep = () => safeLocalStorage.setItem(key, JSON.stringify(latest.current.sizes));

  return (
    <div className={styles.group} data-orientation={orientation}>
      <Context value={{ orientation, sizes: current.sizes, resize, keep }}>{children}</Context>
    </div>
  );
}

type PanelProps = {
  /** Unique in its group. */
  id: string;
  /** Fixed CSS pixels, or percent of the group. */
  size?: number | `${number}%`;
  /** CSS pixels. */
  min: number;
  max?: number | undefined;
  children: ReactNode;
};

export function Panel({ id, size, min, max, children }: PanelProps) {
  const { orientation, sizes } = useContext(Context);
  const unit = typeof size === "number" ? "px" : "%";
  const stored = sizes[id];
  const basis = stored === undefined ? (typeof size === "number" ? `${size}px` : size) : `${stored}${unit}`;
  // Whole pixels, so that scrollable content is as high as it says.
  const [least, most] = orientation === "horizontal" ? ["minWidth", "maxWidth"] : ["minHeight", "maxHeight"];
  return (
    <div
      className={styles.panel}
      data-panel={id}
      data-unit={size === undefined ? undefined : unit}
      style={{ flex: size === undefined ? "1 1 0" : `0 1 round(${basis}, 1px)`, [least]: min, [most]: max }}
    >
      {children}
    </div>
  );
}

/** Fraction of a group's length for each press of an arrow key. */
const STEP = 0.05;

/** The divider between two panels, moved with the pointer, the arrow keys, Home and End; a double click resets it. */
export function Divider({ label }: { label: string }) {
  const { orientation, resize, keep } = useContext(Context);
  const divider = useRef<HTMLDivElement>(null);
  const start = useRef<{ at: number; room: Room } | null>(null);
  const [active, setActive] = useState(false);
  const isRow = orientation === "horizontal";

  useEffect(() => {
    const element = divider.current;
    const before = element?.previousElementSibling;
    if (element == null || before == null || element.parentElement === null) return;
    const say = () => {
      const { length, size, least, most } = roomOf(element, orientation);
      const percent = (pixels: number) => String(Math.round((100 * pixels) / Math.max(length, 1)));
      element.setAttribute("aria-valuenow", percent(size));
      element.setAttribute("aria-valuemin", percent(least));
      element.setAttribute("aria-valuemax", percent(most));
    };
    const observer = new ResizeObserver(say);
    observer.observe(before);
    observer.observe(element.parentElement);
    say();
    return () => observer.disconnect();
  }, [orientation]);

  /** Gives the panel before the divider a size, pixels, and the panel after it the rest of their space. */
  function move(room: Room, wanted: number) {
    const size = Math.min(Math.max(wanted, room.least), Math.max(room.most, room.least));
    const sizes = [size, room.both - size];
    const changes: { [panel: string]: number } = {};
    room.panels.forEach((panel, n) => {
      const { panel: id, unit } = panel.dataset;
      const pixels = sizes[n] ?? 0;
      if (id !== undefined && unit !== undefined) changes[id] = unit === "px" ? pixels : (100 * pixels) / room.length;
    });
    resize(changes);
  }

  const room = () => (divider.current === null ? null : roomOf(divider.current, orientation));
  const place = (event: PointerEvent) => (isRow ? event.clientX : event.clientY);

  function take(event: PointerEvent<HTMLDivElement>) {
    const limits = room();
    if (event.button !== 0 || limits === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: place(event), room: limits };
    setActive(true);
  }

  function drag(event: PointerEvent) {
    if (start.current !== null) move(start.current.room, start.current.room.size + place(event) - start.current.at);
  }

  function release() {
    if (start.current !== null) keep();
    start.current = null;
    setActive(false);
  }

  function press(event: KeyboardEvent) {
    const limits = room();
    if (limits === null) return;
    const [less, more] = isRow ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const sizes: { [key: string]: number } = {
      [less]: limits.size - STEP * limits.length,
      [more]: limits.size + STEP * limits.length,
      Home: limits.least,
      End: limits.most,
    };
    const wanted = sizes[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(limits, wanted);
    keep();
  }

  function putBack() {
    const names = room()?.panels.map((panel) => [panel.dataset.panel, null]) ?? [];
    resize(Object.fromEntries(names));
    keep();
  }

  return (
    <div
      ref={divider}
      role="separator"
      className={styles.divider}
      aria-label={label}
      aria-orientation={isRow ? "vertical" : "horizontal"}
      aria-valuenow={0}
      tabIndex={0}
      data-active={active || undefined}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onDoubleClick={putBack}
      onKeyDown={press}
    />
  );
}

/** Limits of a divider, pixels. */
type Room = {
  panels: HTMLElement[];
  /** Of the group. */
  length: number;
  /** Size of the panel before the divider, and its limits. */
  size: number;
  least: number;
  most: number;
  /** Total size of the panels on both sides. */
  both: number;
};

function roomOf(divider: HTMLElement, orientation: Orientation): Room {
  const isRow = orientation === "horizontal";
  const lengthOf = (element: Element | null) => {
    const box = element?.getBoundingClientRect();
    return (isRow ? box?.width : box?.height) ?? 0;
  };
  const panels = [divider.previousElementSibling, divider.nextElementSibling].filter(
    (panel): panel is HTMLElement => panel instanceof HTMLElement,
  );
  const [size = 0, sizeAfter = 0] = panels.map(lengthOf);
  const bounds = panels.map((panel) => {
    const { minWidth, minHeight, maxWidth, maxHeight } = panel.style;
    const [least, most] = isRow ? [minWidth, maxWidth] : [minHeight, maxHeight];
    return { least: Number.parseFloat(least) || 0, most: Number.parseFloat(most) || Number.POSITIVE_INFINITY };
  });
  const both = size + sizeAfter;
  const [before, after] = bounds;
  return {
    panels,
    length: lengthOf(divider.parentElement),
    size,
    least: Math.max(before?.least ?? 0, both - (after?.most ?? both)),
    most: Math.min(before?.most ?? both, both - (after?.least ?? 0)),
    both,
  };
}
