/** The dynamic table at a moment, newest entry first, with what a step did to it. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { TableEntry, TableView } from "../engine/types";
import { PlaceLink } from "../panes/place-link";
import { TableFill } from "../panes/table-fill";
import { DataTable } from "../ui/data-table";
import { count, counted } from "../ui/figures";
import { Note } from "../ui/layout";
import { Unknown } from "../ui/tag";
import styles from "./explain.module.css";

type Mark = "inserted" | "evicted" | "referred";

/** A sign for the eye, and words. */
const MARKS: Record<Mark, [sign: string, words: string]> = {
  inserted: ["+", "inserted"],
  evicted: ["−", "evicted"],
  referred: ["→", "used"],
};

type Props = {
  view: TableView;
  atStep?: boolean;
  /** The position of the entry that the step refers to. */
  referred?: number | null;
  /** Which table it is. */
  label: string;
  /** Positions of entries inserted, by default the step's. */
  inserted?: readonly number[];
  /** Without a bar, and without links to the steps that inserted the entries. */
  plain?: boolean;
};

export function TableState(props: Props) {
  const { view, atStep = false, referred = null, label, plain = false } = props;
  const { inserted = view.inserted === null ? [] : [view.inserted] } = props;
  const gone = atStep ? view.evicted : [];
  const more = view.fill.count - view.entries.length;
  const moreGone = atStep ? view.evictedTotal - gone.length : 0;
  const markOf = ({ position }: TableEntry): Mark | null =>
    atStep && inserted.includes(position) ? "inserted" : position === referred ? "referred" : null;
  return (
    <div className={styles.tableState}>
      <TableFill view={view} atStep={atStep} bar={!plain} />
      {view.entries.length + gone.length > 0 && (
        <DataTable
          wide
          className={styles.entries}
          aria-label={label}
          columns={[
            { name: "mark", hidden: true },
            { name: "index", className: "number" },
            "entry",
            { name: "size", className: "number" },
            ...(plain ? [] : [{ name: "from", className: "number" }]),
          ]}
        >
          {view.entries.map((entry) => (
            <Entry key={entry.position} entry={entry} mark={markOf(entry)} plain={plain} />
          ))}
          {more > 0 && <More>{counted(more, "older entry", "older entries")}</More>}
          {gone.map((entry) => (
            <Entry key={entry.position} entry={entry} mark="evicted" plain={plain} />
          ))}
          {moreGone > 0 && <More>{count(moreGone)} more evicted</More>}
        </DataTable>
      )}
      {view.fill.count + gone.length === 0 && view.unknown === 0 && <Note>The table is empty.</Note>}
    </div>
  );
}

function Entry({ entry, mark, plain }: { entry: TableEntry; mark: Mark | null; plain: boolean }) {
  const [sign, words] = mark === null ? ["", ""] : MARKS[mark];
  return (
    <tr data-mark={mark ?? undefined}>
      <td className={clsx("mono", styles.sign)}>
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{mark !== null && `${words} by this ${plain ? "block" : "step"}`}</span>
      </td>
      <td className="number">{entry.index ?? "–"}</td>
      <td className={styles.entryText}>
        <b>{entry.name ?? <Unknown>unknown</Unknown>}</b> {entry.value ?? <Unknown>unknown</Unknown>}
      </td>
      <td className="number">{entry.size === null ? "?" : count(entry.size)}</td>
      {!plain && (
        <td className="number">
          {entry.from === null ? (
            <span className="dim">before</span>
          ) : (
            <PlaceLink to={entry.from} label="go to the step that inserted it" />
          )}
        </td>
      )}
    </tr>
  );
}

function More({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td />
      <td className="number">…</td>
      <td colSpan={3}>{children}</td>
    </tr>
  );
}
