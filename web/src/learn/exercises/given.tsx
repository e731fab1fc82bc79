/** The data of a task: bytes in large type with their bits if needed, a table's entries, codes. */
import { DataTable } from "../../ui/data-table";
import { hex, hexOf } from "../../ui/figures";
import { Row } from "../../ui/layout";
import { bitsOf, type HeaderField } from "../wire";
import type { Task } from "./exercise";
import styles from "./exercises.module.css";
import { LETTERS } from "./strings";

export function Given({ bytes, bits = false, entries, first, codes = false }: NonNullable<Task["given"]>) {
  return (
    <>
      {bytes !== undefined && (
        <Cells
          name={`Bytes ${hexOf(bytes)}`}
          of={bytes.map((byte) => [hex(byte), ...(bits ? [bitsOf([byte])] : [])])}
        />
      )}
      {entries !== undefined && <EntryTable entries={entries} first={first} />}
      {codes && <Cells name="Huffman codes" of={Object.entries(LETTERS)} />}
    </>
  );
}

/** Large cells, each with its bits below. */
export function Cells({ name, of }: { name: string; of: readonly (readonly string[])[] }) {
  return (
    <Row role="img" aria-label={name}>
      {of.map(([shown, bits], at) => (
        <span key={at} className={styles.cell}>
          {shown}
          {bits !== undefined && <span>{bits}</span>}
        </span>
      ))}
    </Row>
  );
}

export function EntryTable({ entries, first }: { entries: readonly HeaderField[]; first?: number | undefined }) {
  return (
    <DataTable className="mono" columns={[...(first === undefined ? [] : ["index"]), "name", "value"]}>
      {entries.map(({ name, value }, at) => (
        <tr key={name}>
          {first !== undefined && <td>{first + at}</td>}
          <td>{name}</td>
          <td>{value}</td>
        </tr>
      ))}
    </DataTable>
  );
}
