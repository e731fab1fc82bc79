/** A table with a search field, whose rows have addresses. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DataTable, type Heading } from "../../ui/data-table";
import { counted } from "../../ui/figures";
import { TextField } from "../../ui/text-field";
import { addressOf } from "../place";
import { scrollTo } from "../scroll";
import { Sideways } from "../widgets/parts";
import styles from "./reference.module.css";

export type Line = {
  /** Names the row in the address. */
  id: string;
  /** In the row's link. */
  shown: string;
  /** Searched for what is typed. */
  text: string;
  cells: readonly ReactNode[];
};

export function SearchTable(props: {
  page: string;
  name: string;
  columns: readonly Heading[];
  lines: readonly Line[];
  /** The row that the address names. */
  row: string | null;
}) {
  const { page, name, columns, lines, row } = props;
  const [sought, setSought] = useState("");
  const words = sought.trim().toLowerCase();
  const found = lines.filter(({ text }) => text.toLowerCase().includes(words));
  const named = useRef<HTMLTableRowElement>(null);
  const isThere = lines.some(({ id }) => id === row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is at another place
  useEffect(() => {
    if (named.current === null) return;
    scrollTo(named.current);
    named.current.querySelector("a")?.focus({ preventScroll: true });
  }, [row, isThere]);
  return (
    <>
      <div className={styles.search}>
        <TextField label="Search" type="search" value={sought} onChange={setSought} />
        <span role="status">{sought === "" ? "" : counted(found.length, "row")}</span>
      </div>
      <Sideways label={`${name}, all columns`}>
        <DataTable wide aria-label={name} className={styles.table} columns={columns}>
          {found.map(({ id, shown, cells }) => (
            <tr key={id} ref={id === row ? named : null} aria-current={id === row || undefined}>
              <th scope="row">
                <a href={addressOf({ chapter: page, row: id })}>{shown}</a>
              </th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is named by its column
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </Sideways>
    </>
  );
}
