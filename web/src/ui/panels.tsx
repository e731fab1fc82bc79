/**
 * Panels beside or above each other, with dividers between them by which they are resized. How the room is shared is
 * left to CSS: one panel of a group has no size of its own and gets what the others leave. Sizes that a person chose are
 * kept on this machine.
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
import { safeLocalStorage } from "../session/storage";
import styles from "./panels.module.css";

type Orientation = "horizontal" | "vertical";

/** By panel: CSS pixels, or percent of the group. */
type Sizes = { [panel: string]: number };

type Resizing = {
  orientation: Orientation;
  sizes: Sizes;
  /** `null` brings a panel's first size back. */
  resize: (changes: { [panel: string]: number | null }) => void;
  keep: () => void;
};

/** What was kept under a key; nothing for what can't be read. */
function keptAs(key: string): Sizes {
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

/** Panels with a `Divider` between each two. Sizes are kept under its `id`. */
export function Group({ id, orientation, children }: GroupProps) {
  const key = `panels:${id}`;
  const keptSizes = () => ({ key, sizes: keptAs(key) });
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
  /** Its name among those of its group. */
  id: string;
  /** CSS pixels, which stay as they are when the group's size changes, or percent of the group. */
  size?: number | `${number}%`;
  /** CSS pixels. */
  min: number;
  max?: number | undefined;
  children: ReactNode;
};

export function Panel({ id, size, min, max, children }: PanelProps) {
  const { orientation, sizes } = useContext(Context);
  const unit = typeof size === "number" ? "px" : "%";
  const own = sizes[id];
  const basis = own === undefined ? (typeof size === "number" ? `${size}px` : size) : `${own}${unit}`;
  // Whole pixels: what scrolls in a panel is as high as it says.
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

/** Of the length of a group, for each press of an arrow key. */
const STEP = 0.05;

/** The line between two panels, moved with the pointer, the arrow keys, Home and End; a double click puts it back. */
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

  /** Gives the panel before the line a size, pixels, and the one behind it the rest of what both have. */
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
    const own = room();
    if (event.button !== 0 || own === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: place(event), room: own };
    setActive(true);
  }

  function drag(event: PointerEvent) {
    if (start.current !== null) move(start.current.room, start.current.room.size + place(event) - start.current.at);
  }

  function letGo() {
    if (start.current !== null) keep();
    start.current = null;
    setActive(false);
  }

  function press(event: KeyboardEvent) {
    const own = room();
    if (own === null) return;
    const [less, more] = isRow ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const sizes: { [key: string]: number } = {
      [less]: own.size - STEP * own.length,
      [more]: own.size + STEP * own.length,
      Home: own.least,
      End: own.most,
    };
    const wanted = sizes[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(own, wanted);
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
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onDoubleClick={putBack}
      onKeyDown={press}
    />
  );
}

/** What a divider can do, pixels. */
type Room = {
  panels: HTMLElement[];
  /** Of the group. */
  length: number;
  /** Of the panel before the divider, and the least and most that it can have. */
  size: number;
  least: number;
  most: number;
  /** Of the panels on both sides. */
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
  const [before = 0, behind = 0] = panels.map(lengthOf);
  const bounds = panels.map((panel) => {
    const { minWidth, minHeight, maxWidth, maxHeight } = panel.style;
    const [least, most] = isRow ? [minWidth, maxWidth] : [minHeight, maxHeight];
    return { least: Number.parseFloat(least) || 0, most: Number.parseFloat(most) || Number.POSITIVE_INFINITY };
  });
  const both = before + behind;
  const [own, other] = bounds;
  return {
    panels,
    length: lengthOf(divider.parentElement),
    size: before,
    least: Math.max(own?.least ?? 0, both - (other?.most ?? both)),
    most: Math.min(own?.most ?? both, both - (other?.least ?? 0)),
    both,
  };
}
