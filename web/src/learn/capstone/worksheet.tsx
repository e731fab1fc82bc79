/** The capstone on paper: blanks for every answer, and the key on a page of its own. */
import { DataTable } from "../../ui/data-table";
import { hexOf } from "../../ui/figures";
import styles from "./capstone.module.css";
import { answerText, type Capstone, type Step, TABLE_SIZE } from "./task";

/** After the bytes; each holds the answers with these names. */
const COLUMNS: [title: string, ...names: string[]][] = [
  ["kind", "Kind"],
  ["index", "Index", "Bytes"],
  ["name", "Name"],
  ["H, length", "H bit", "Length"],
  ["value", "Value"],
  ["evicted, oldest, size", "Entries evicted", "Index of the oldest entry", "Size of the table"],
];
const TITLES = ["bytes", ...COLUMNS.map(([title]) => title)];

export function Worksheet({ made, variant }: { made: Capstone; variant: number }) {
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
        <Blocks made={made} isKey={false} />
      </section>
      <section className={styles.key} aria-label="Key">
        <h2>Key, {title}</h2>
        <Blocks made={made} isKey />
      </section>
    </div>
  );
}

function Blocks({ made: { blocks, steps }, isKey }: { made: Capstone; isKey: boolean }) {
  return blocks.map((bytes, block) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their place
    <div key={block}>
      <h3>Block {block + 1}</h3>
      {!isKey && <p className="mono">{hexOf(bytes)}</p>}
      <DataTable wide columns={TITLES}>
        {steps
          .filter(({ stage }) => stage === block)
          .map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: representations have no other name than their place
            <tr key={at}>
              {cellsOf(step).map((cell, column) => (
                <td key={TITLES[column]}>{isKey ? cell : ""}</td>
              ))}
            </tr>
          ))}
      </DataTable>
    </div>
  ));
}

/** The answers by column. */
function cellsOf({ bytes, parts }: Step): string[] {
  const all = parts.flatMap(({ model }) => Object.entries(model));
  const answers = (names: string[]) =>
    all.flatMap(([name, answer]) => (names.includes(name) ? answerText(answer) : []));
  return [hexOf(bytes), ...COLUMNS.map(([, ...names]) => answers(names).join(", "))];
}
