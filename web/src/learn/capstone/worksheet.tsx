/** A capstone on paper: blanks for every answer; and its key, which only teachers get. */
import { type ReactNode, useState } from "react";
import { Choice } from "../../ui/choice";
import { DataTable } from "../../ui/data-table";
import { hexOf } from "../../ui/figures";
import { Row } from "../../ui/layout";
import { NumberField } from "../../ui/number-field";
import styles from "./capstone.module.css";
import { answerText, type Capstone, nameOf, SORTS, type Sort, TABLE_SIZE, type TaskStep } from "./task";
import { useCapstone } from "./use-capstone";

/** Each holds the answers with these names. */
const COLUMNS: [title: string, ...names: string[]][] = [
  ["kind", "Kind"],
  ["index", "Index", "Maximum"],
  ["name", "Name"],
  ["H, length", "H bit", "Length"],
  ["value", "Value"],
  ["evicted, oldest, size", "Entries evicted", "Index of the oldest entry", "Size of the table"],
];
const TITLES = ["bytes", ...COLUMNS.map(([title]) => title)];

/** Rows of each block: the same for all variants, so that their number gives nothing away. */
const ROWS: Record<Sort, readonly null[]> = { short: Array(12).fill(null), long: Array(8).fill(null) };

export function Worksheet({ made }: { made: Capstone }) {
  const { sort, blocks } = made;
  return (
    <section className={styles.paper} data-only="paper" aria-label="Worksheet">
      <h2>Worksheet: {nameOf(made)}</h2>
      <p>Name:</p>
      <p>
        {blocks.length === 1 ? "A block" : `${blocks.length} blocks`} of one connection. The dynamic table has at most{" "}
        {TABLE_SIZE[sort]} bytes and is empty at the beginning. Mark where each representation ends, and fill in a row
        for it; rows can be left over.
      </p>
      {blocks.map((bytes, block) => (
        <Block key={hexOf(bytes)} title={`Block ${block + 1}`} rows={ROWS[sort]}>
          <p className="mono">{hexOf(bytes)}</p>
        </Block>
      ))}
    </section>
  );
}

/** The key of any variant. */
export function Key() {
  const [sort, setSort] = useState<Sort>("short");
  const [variant, setVariant] = useState(0);
  const made = useCapstone(sort, variant);
  return (
    <section aria-label="Key">
      <Row gap="wide">
        <Choice
          label="Capstone"
          options={SORTS.map((sort) => [sort, sort === "short" ? "Short" : "Long"] as const)}
          value={sort}
          onChange={setSort}
        />
        <NumberField
          label="Variant"
          value={variant}
          least={0}
          most={2 ** 31}
          onChange={(variant) => setVariant(variant ?? 0)}
        />
      </Row>
      {made?.blocks.map((bytes, block) => (
        <Block
          key={hexOf(bytes)}
          title={`${nameOf(made)}, block ${block + 1}`}
          rows={made.steps.filter(({ stage }) => stage === block)}
        />
      ))}
    </section>
  );
}

function Block({ title, rows, children }: { title: string; rows: readonly (TaskStep | null)[]; children?: ReactNode }) {
  return (
    <div className={styles.block}>
      <h3>{title}</h3>
      {children}
      <DataTable wide columns={TITLES}>
        {rows.map((step, at) => (
          <tr key={at}>
            {TITLES.map((title, column) => (
              <td key={title}>{step === null ? "" : cellsOf(step)[column]}</td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

/** The answers by column. */
function cellsOf({ bytes, parts }: TaskStep): string[] {
  const all = parts.flatMap(({ model }) => Object.entries(model));
  const answers = (names: string[]) =>
    all.flatMap(([name, answer]) => (names.includes(name) ? answerText(answer) : []));
  return [hexOf(bytes), ...COLUMNS.map(([, ...names]) => answers(names).join(", "))];
}
