/** The data of a task: bytes in large type, with their bits if needed; or a table's entries. */
import { DataTable } from "../../ui/data-table";
import { hex } from "../../ui/figures";
import { Row } from "../../ui/layout";
import type { Field } from "./exercise";
import styles from "./exercises.module.css";
import { LETTERS } from "./letters";
import { binary, spelled } from "./wire";

export function ByteLine({ bytes, bits = false }: { bytes: readonly number[]; bits?: boolean }) {
  return (
    <ByteCells
      name={`Bytes ${spelled(bytes)}`}
      of={bytes.map((byte) => [hex(byte), ...(bits ? [binary(byte)] : [])])}
    />
  );
}

/** Large cells, each with its bits below. */
export function ByteCells({ name, of }: { name: string; of: readonly (readonly string[])[] }) {
  return (
    <Row role="img" aria-label={name}>
      {of.map(([shown, bits], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bytes have no other name than their place
        <span key={at} className={styles.byteLarge}>
          {shown}
          {bits !== undefined && <span>{bits}</span>}
        </span>
      ))}
    </Row>
  );
}

/** The codes of the letters in tasks. */
export function Codes() {
  return <ByteCells name="Huffman codes" of={Object.entries(LETTERS)} />;
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
