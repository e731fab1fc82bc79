/** What has been decoded so far, and the table before and after the step. */
import { cut } from "../engine/shown-text";
import type { Explanation, TableEntry, TableView } from "../engine/types";
import type { Row } from "../engine/windows";
import { TableState } from "../explain/table-state";
import { NameAndValue } from "../panes/line";
import { useUnknownWords } from "../session/unknown";
import { counted } from "../ui/figures";
import { useFit } from "./fit";
import styles from "./present.module.css";
import type { Stage, TableAt } from "./stages";

/** Decoded fields, rows of the table, and the longest value in either, characters. */
const WAYS = [
  [8, 12, 60],
  [8, 9, 40],
  [6, 7, 30],
  [5, 6, 24],
  [4, 5, 20],
  [3, 5, 16],
  [2, 5, 14],
  [1, 5, 12],
  [0, 5, 8],
  [0, 4, 6],
] as const;

type Props = {
  of: unknown;
  /** Number of the block's rows before the step, the last of them, and the step's own. */
  doneTotal: number;
  done: Row[];
  now: Row | null;
  explanation: Explanation | null;
  stages: Stage[];
  at: number;
  asking: boolean;
  before: TableView;
  after: TableView;
};

export function TablePart(props: Props) {
  const { stages, at, asking, explanation, before, after } = props;
  const [place, [fields, rows, most]] = useFit(props.of, WAYS);
  const answered = asking ? at - 1 : at;
  const reference = explanation?.parts.find(({ part }) => part === "reference");
  const isKnown = reference?.part === "reference" && reference.table === "dynamic" && answered > 0;
  const referred = isKnown ? reference.position : null;
  const current = stages[answered]?.table ?? "before";
  const gone = new Set(after.evicted.map(({ position }) => position));
  const tables: Record<TableAt, TableView> = {
    before,
    evicting: {
      ...{ ...after, inserted: null, entries: before.entries.filter(({ position }) => !gone.has(position)) },
      fill: {
        ...before.fill,
        count: before.fill.count - after.evictedTotal,
        size: after.fill.size - (explanation?.insertion?.size ?? 0),
      },
    },
    after,
  };
  return (
    <div ref={place} className={styles.table}>
      <Decoded {...props} answered={answered} fields={fields} most={most} />
      <h3 className="heading">Dynamic table</h3>
      <div className={styles.stack}>
        {[...new Set<TableAt>(["before", ...stages.map(({ table }) => table)])].map((when) => (
          <div key={when} data-hidden={when !== current || undefined}>
            <TableState
              view={shortened(tables[when], referred, rows, most)}
              atStep={when !== "before"}
              referred={referred}
              label="Dynamic table"
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The last `fields` fields before the step's, which takes its room from the first part on. */
function Decoded(props: Props & { answered: number; fields: number; most: number }) {
  const { done, now, stages, answered, fields, most } = props;
  const words = useUnknownWords();
  /** True once the first of the parts that exists is answered. */
  const isKnown = (...parts: string[]) => {
    const found = parts.map((part) => stages.findIndex(({ name }) => name === part)).find((stage) => stage >= 0);
    return found !== undefined && found <= answered;
  };
  const shown = done.slice(Math.max(done.length - fields, 0));
  const left = props.doneTotal - shown.length;
  return (
    <section className={styles.decoded} aria-labelledby="decoded-title">
      <h3 className="heading" id="decoded-title">
        Decoded so far
      </h3>
      <ul>
        {left > 0 && <li className="dim">… {counted(left, "field")} before</li>}
        {shown.map((row) => (
          <li key={row.row}>
            <NameAndValue row={short(row, most)} words={words} />
          </li>
        ))}
        {now !== null && (
          <li
            className={styles.now}
            data-hidden={!isKnown("name", "index", "maximum") || undefined}
            data-open={!isKnown("value", "index", "maximum") || undefined}
          >
            <NameAndValue row={short(now, most)} words={words} />
          </li>
        )}
      </ul>
    </section>
  );
}

function short(row: Row, most: number): Row {
  return { ...row, name: cut(row.name, most), value: cut(row.value, most) };
}

/** `rows` rows: those that go, the newest, the one that is referred to, and the number of the others. */
function shortened(view: TableView, referred: number | null, rows: number, most: number): TableView {
  // Where few entries stay, more of those that go have room.
  const evicted = view.evicted.slice(0, rows - 1 - Math.min(2, view.entries.length));
  const left = rows - evicted.length;
  const newest = view.entries.slice(0, view.fill.count > left ? left - 1 : left);
  const used = view.entries.slice(newest.length).filter(({ position }) => position === referred);
  const entries = [...newest.slice(0, newest.length - used.length), ...used];
  const withoutRest = (entry: TableEntry): TableEntry => {
    const { name, value } = entry;
    return { ...entry, name: name && cut(name, most), value: value && cut(value, most) };
  };
  return { ...view, entries: entries.map(withoutRest), evicted: evicted.map(withoutRest) };
}
