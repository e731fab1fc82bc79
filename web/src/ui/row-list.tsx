/** A long, scrollable list, of which only visible rows are rendered, with keyboard navigation. */
import { clsx } from "clsx";
import type { ComponentProps, HTMLAttributes, KeyboardEvent, ReactNode } from "react";
import { Button } from "./button";
import { rowFor } from "./row-keys";
import styles from "./row-list.module.css";
import type { DrawnRow, Rows } from "./use-rows";

type Props = Omit<HTMLAttributes<HTMLDivElement>, "children" | "role"> & {
  rows: Rows;
  role: "grid" | "list" | "listbox" | "table";
  "aria-label": string;
  /** The current row; the number of rows, if not that of `rows`; and a handler that selects the row a key leads to. */
  keys?: { at: number; count?: number; page?: number; sideways?: boolean; choose: (to: number, by: number) => void };
  /** Id of the current row, if it is rendered. */
  active?: string | null;
  head?: ReactNode;
  children: (row: DrawnRow, place: number) => ReactNode;
};

/** `onKeyDown` runs before the list's own handler, which ignores a key whose default was prevented. */
export function RowList({ rows, role, keys, active, head, children, className, onKeyDown, ...rest }: Props) {
  function press(event: KeyboardEvent<HTMLDivElement>) {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || keys === undefined) return;
    const found = rowFor(event.key, { count: rows.count, ...keys });
    if (found === null) return;
    event.preventDefault();
    keys.choose(found.to, found.by);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role comes with it
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role comes with it
    <div
      ref={rows.element}
      role={role}
      className={clsx("scroll", styles.list, head !== undefined && styles.grid, className)}
      tabIndex={0}
      aria-activedescendant={active ?? undefined}
      onKeyDown={press}
      {...rest}
    >
      {head}
      <div role={role === "table" ? "rowgroup" : "presentation"} className={styles.place} style={rows.size}>
        {rows.items.map(children)}
      </div>
    </div>
  );
}

type Placed = ComponentProps<"div"> & { place: number; top: number };

/** A row of a grid or table, below its head. */
export function GridRow({ place, top, ...rest }: Placed) {
  return <div role="row" aria-rowindex={place + 2} style={{ transform: `translateY(${top}px)` }} {...rest} />;
}

/** An option of a listbox, which has `total`. */
export function ListOption({ place, total, top, ...rest }: Placed & { total: number }) {
  const style = { transform: `translateY(${top}px)` };
  return <div role="option" aria-posinset={place + 1} aria-setsize={total} style={style} {...rest} />;
}

/** A cell of a grid, with all of its text in a tooltip if that is cut off. */
export function Cell(props: HTMLAttributes<HTMLSpanElement>) {
  return <span role="gridcell" data-cut="" {...props} />;
}

export type Column = {
  name: string;
  className?: string | undefined;
  title?: string;
  "data-column"?: string;
  /** Shown only with details. */
  "data-detail"?: "" | undefined;
  /** Only for screen readers. */
  hidden?: boolean;
  /** Next to the name, about the whole column. */
  note?: ReactNode;
  /** Its button sorts the rows; `isDescending` is null unless they are sorted by it. */
  sort?: { isDescending: boolean | null; onSort: () => void };
};

/** The names of the columns, which stay above the rows. */
export function HeadRow({ columns, className }: { columns: Column[]; className?: string | undefined }) {
  return (
    <div role="row" aria-rowindex={1} className={clsx(styles.head, className)}>
      {columns.map(({ name, hidden, note, sort, ...rest }) => (
        <span key={name} role="columnheader" aria-sort={sort === undefined ? undefined : sortOf(sort)} {...rest}>
          {sort !== undefined ? (
            <SortButton {...sort} name={name} />
          ) : hidden ? (
            <span className="sr-only">{name}</span>
          ) : (
            name
          )}
          {note !== undefined && note !== false && (
            <span className={styles.note} data-cut="">
              {note}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

type Sort = NonNullable<Column["sort"]>;

function sortOf({ isDescending }: Sort): "ascending" | "descending" | "none" {
  return isDescending === null ? "none" : isDescending ? "descending" : "ascending";
}

function SortButton({ name, isDescending, onSort }: Sort & { name: string }) {
  return (
    <Button look="link" onClick={onSort}>
      {name}
      {isDescending !== null && <span aria-hidden="true">{isDescending ? " ▾" : " ▴"}</span>}
    </Button>
  );
}
