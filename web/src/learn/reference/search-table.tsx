/** A table below its description, with a search field, whose rows have addresses. */
import { useEffect, useRef, useState } from "react";
import { Box } from "../../ui/box";
import { DataTable } from "../../ui/data-table";
import { counted } from "../../ui/figures";
import { ScrollBox } from "../../ui/layout";
import { TextField } from "../../ui/text-field";
import { Marked } from "../marked";
import { addressOf } from "../place";
import { scrollTo } from "../scroll";
import { PlaceLink } from "./links";
import { slugOf } from "./records";
import styles from "./reference.module.css";

export function SearchTable(props: {
  page: string;
  name: string;
  /** As marked text. */
  about: string;
  columns: readonly string[];
  /** The cells of each row as marked text, or code; the first one names it, in its address too. */
  rows: readonly (readonly string[])[];
  as?: "code";
  /** Printed in two columns, without the number and the code in hex. */
  columnsOnPaper?: boolean;
  /** The last cell of each row is a chapter, or a part of it. */
  places?: boolean;
  /** The row that the address names. */
  row: string | null;
}) {
  const { page, name, rows, row } = props;
  const [sought, setSought] = useState("");
  const words = sought.trim().toLowerCase();
  const found = rows.filter((cells) => cells.join(" ").toLowerCase().includes(words));
  const named = useRef<HTMLTableRowElement>(null);
  const isThere = rows.some(([id = ""]) => slugOf(id) === row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is at another place
  useEffect(() => {
    if (named.current === null) return;
    scrollTo(named.current);
    named.current.querySelector("a")?.focus({ preventScroll: true });
  }, [row, isThere]);

  function cellOf(cell: string, at: number, cells: readonly string[]) {
    if (props.as === "code") return <code>{cell}</code>;
    return props.places && at === cells.length - 1 ? <PlaceLink place={cell} /> : <Marked text={cell} />;
  }

  return (
    <>
      <p>
        <Marked text={props.about} />
      </p>
      {row !== null && !isThere && (
        <Box as="p" tone="error" role="alert">
          There is no row “{row}” here.
        </Box>
      )}
      <div className={styles.search} data-only="screen">
        <TextField label="Search" type="search" value={sought} onChange={setSought} />
        <span role="status">{sought === "" ? "" : counted(found.length, "row")}</span>
      </div>
      <ScrollBox
        className={props.columnsOnPaper ? styles.columns : undefined}
        data-sideways=""
        aria-label={`${name}, all columns`}
      >
        <DataTable wide aria-label={name} className={styles.table} columns={props.columns}>
          {found.map(([title = "", ...cells]) => {
            const id = slugOf(title);
            return (
              <tr key={id} id={id} ref={id === row ? named : null} aria-current={id === row || undefined}>
                <th scope="row">
                  <a href={addressOf({ chapter: page, row: id })}>{title}</a>
                </th>
                {cells.map((cell, at) => (
                  <td key={props.columns[at + 1]}>{cellOf(cell, at, cells)}</td>
                ))}
              </tr>
            );
          })}
        </DataTable>
      </ScrollBox>
    </>
  );
}
