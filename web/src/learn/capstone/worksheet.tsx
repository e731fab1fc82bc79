/** The capstone on paper: blanks for every answer, and the key on a page of its own. */

import { DataTable } from "../../ui/data-table";
import { KIND_NAMES } from "../../ui/kind";
import { spelled } from "../exercises/wire";
import styles from "./capstone.module.css";
import { isKind, type Step, TABLE_SIZE, type Task } from "./task";

const COLUMNS = ["bytes", "kind", "index", "name", "H, length", "value", "evicted, oldest, size"];

export function Worksheet({ task, variant }: { task: Task; variant: number }) {
  const title = variant === 0 ? "RFC 7541 Appendix C.6" : `variant ${variant}`;
  return (
    <div className={styles.paper}>
      <section aria-label="Worksheet">
        <h2>Worksheet, {title}</h2>
        <p>Name: </p>
        <p>
          Three blocks of one connection. The dynamic table has at most {TABLE_SIZE} bytes and is empty at the
          beginning. Mark where each representation ends, and fill in a row for it.
        </p>
        <Blocks task={task} isKey={false} />
      </section>
      <section className={styles.key} aria-label="Key">
        <h2>Key, {title}</h2>
        <Blocks task={task} isKey />
      </section>
    </div>
  );
}

function Blocks({ task: { blocks, steps }, isKey }: { task: Task; isKey: boolean }) {
  return blocks.map((bytes, block) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their place
    <div key={block}>
      <h3>Block {block + 1}</h3>
      {!isKey && <p className="mono">{spelled(bytes)}</p>}
      <DataTable wide columns={COLUMNS}>
        {steps
          .filter(({ stage }) => stage === block)
          .map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: representations have no other name than their place
            <tr key={at}>
              {cellsOf(step).map((cell, column) => (
                <td key={COLUMNS[column]}>{isKey ? cell : ""}</td>
              ))}
            </tr>
          ))}
      </DataTable>
    </div>
  ));
}

/** The answers by column. */
function cellsOf({ bytes, parts }: Step): string[] {
  const answers = (...names: string[]) =>
    parts
      .flatMap(({ blanks }) => blanks)
      .filter(({ name }) => names.includes(name))
      .map(({ answer }) => answer)
      .join(", ");
  const kind = answers("Kind");
  return [
    spelled(bytes),
    isKind(kind) ? KIND_NAMES[kind] : kind,
    answers("Index", "Bytes"),
    answers("Name"),
    answers("H bit", "Length"),
    answers("Value"),
    answers("Entries evicted", "Index of the oldest entry", "Size of the table"),
  ];
}
