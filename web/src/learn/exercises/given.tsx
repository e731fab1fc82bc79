/** The data of a task: bytes in large type, with their bits if needed; or a table's entries. */
import { DataTable } from "../../ui/data-table";
import { hex } from "../../ui/figures";
import { Row } from "../../ui/layout";
import type { Field } from "./exercise";
import styles from "./exercises.module.css";
import { binary, spelled } from "./wire";

export function ByteLine({ bytes, bits = false }: { bytes: readonly number[]; bits?: boolean }) {
  return (
    <Row role="img" aria-label={`Bytes ${spelled(bytes)}`}>
      {bytes.map((byte, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bytes have no other name than their place
        <span key={at} className={styles.byteLarge}>
          {hex(byte)}
          {bits && <span>{binary(byte)}</span>}
        </span>
      ))}
    </Row>
  );
}

/** `first`: the index of the first entry, unless the table is still to change. */
export function EntryTable({ entries, first = null }: { entries: readonly Field[]; first?: number | null }) {
  return (
    <DataTable className="mono" columns={[...(first === null ? [] : ["index"]), "name", "value"]}>
      {entries.map(({ name, value }, at) => (
        <tr key={name}>
          {first !== null && <td>{first + at}</td>}
          <td>{name}</td>
          <td>{value}</td>
        </tr>
      ))}
    </DataTable>
  );
}
