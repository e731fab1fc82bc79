/** A table of figures: the names of its columns, and rows of cells. */
import { clsx } from "clsx";
import type { ReactNode, TableHTMLAttributes, ThHTMLAttributes } from "react";
import styles from "./data-table.module.css";

export type Heading =
  | string
  | (ThHTMLAttributes<HTMLTableCellElement> & {
      name: string;
      /** Said, and not shown. */
      hidden?: boolean;
    });

type Props = TableHTMLAttributes<HTMLTableElement> & {
  /** What it is, where neither a heading nor its own name says it. */
  caption?: ReactNode;
  columns: readonly Heading[];
  /** Its rows: bodies of them, where there are several. */
  children: ReactNode;
  bodies?: boolean;
  /** Its cells are figures: they stand at the right, after the first of each row. */
  figures?: boolean;
  /** As wide as there is room. */
  wide?: boolean;
};

export function DataTable(props: Props) {
  const { caption, columns, children, bodies = false, figures = false, wide = false, className, ...table } = props;
  return (
    <table
      className={clsx(styles.table, className)}
      data-figures={figures || undefined}
      data-wide={wide || undefined}
      {...table}
    >
      {caption}
      <thead>
        <tr>{columns.map(headingOf)}</tr>
      </thead>
      {bodies ? children : <tbody>{children}</tbody>}
    </table>
  );
}

function headingOf(column: Heading): ReactNode {
  const { name, hidden = false, children = name, ...cell } = typeof column === "string" ? { name: column } : column;
  return (
    <th key={name} scope="col" {...cell}>
      {hidden ? <span className="sr-only">{name}</span> : children}
    </th>
  );
}
