/** A table: the names of its columns, and rows of cells. */
import { clsx } from "clsx";
import type { ReactNode, TableHTMLAttributes, ThHTMLAttributes } from "react";
import styles from "./data-table.module.css";

export type Heading =
  | string
  | (ThHTMLAttributes<HTMLTableCellElement> & {
      name: string;
      /** Only for screen readers. */
      hidden?: boolean;
    });

type Props = TableHTMLAttributes<HTMLTableElement> & {
  /** For tables that neither a heading nor their own name describes. */
  caption?: ReactNode;
  columns: readonly Heading[];
  /** Its rows, or several bodies of them. */
  children: ReactNode;
  bodies?: boolean;
  /** Right-aligns the cells after the first of each row. */
  figures?: boolean;
  /** As wide as its container. */
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
