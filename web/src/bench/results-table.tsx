import type { ReactNode } from "react";
import type { BenchmarkResult } from "../engine/types";
import { DataTable } from "../ui/data-table";
import { count } from "../ui/figures";
import { ScrollBox } from "../ui/layout";
import styles from "./benchmark.module.css";
import { byWorkload, factor, figure, speedOf, type Titles, verdict } from "./words";

type Column = {
  name: string;
  title?: string;
  cell: (result: BenchmarkResult) => ReactNode;
  /** Shown only if some result has it. */
  onlyIf?: (result: BenchmarkResult) => boolean;
};

const FIGURES: readonly Column[] = [
  {
    name: "speed",
    title: "Relative to the baseline: above 1 is faster",
    cell: (result) => <Figure print={factor} middle={null} low={null} high={null} {...speedOf(result)} />,
  },
  { name: "verdict", cell: verdict },
  {
    name: "written",
    title: "Bytes of all header blocks together",
    cell: ({ bytesWritten }) => bytesIn(bytesWritten),
    onlyIf: ({ bytesWritten }) => bytesWritten !== null,
  },
  {
    name: "allocated",
    title: "Bytes of WebAssembly memory for one string, integer, block, look-up or frame",
    cell: ({ bytesAllocated }) => bytesIn(bytesAllocated),
    onlyIf: ({ bytesAllocated }) => bytesAllocated !== null,
  },
];

export function ResultsTable({ results, titles }: { results: BenchmarkResult[]; titles: Titles }) {
  const time: Column = {
    name: results[0]?.unit ?? "",
    cell: ({ median, low, high }) => <Figure print={figure} middle={median} low={low} high={high} />,
  };
  const columns = [time, ...FIGURES].filter(({ onlyIf }) => onlyIf === undefined || results.some(onlyIf));
  const classOf = ({ name }: Column) => (name === "verdict" ? styles.verdict : "number");
  return (
    <ScrollBox className={styles.resultsTable} data-sideways="" role="region" aria-label="Figures">
      <DataTable
        bodies
        wide
        columns={[
          "workload",
          "engine",
          ...columns.map((column) => ({ name: column.name, title: column.title, className: classOf(column) })),
        ]}
      >
        {byWorkload(results).map((group) => (
          <tbody key={group[0]?.workload}>
            {group.map((result, number) => (
              <tr key={result.engine}>
                {number === 0 && (
                  <th scope="rowgroup" rowSpan={group.length}>
                    {result.title}
                  </th>
                )}
                <th scope="row">{titles.find(({ id }) => id === result.engine)?.title ?? result.engine}</th>
                {columns.map((column) => (
                  <td key={column.name} className={classOf(column)}>
                    {column.cell(result)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </DataTable>
    </ScrollBox>
  );
}

function bytesIn(bytes: number | null): string {
  return bytes === null ? "–" : `${count(bytes)} B`;
}

type FigureProps = Record<"middle" | "low" | "high", number | null | undefined> & { print: (number: number) => string };

function Figure({ middle, low, high, print }: FigureProps) {
  if (middle == null) return "–";
  return (
    <>
      <strong>{print(middle)}</strong>
      {low != null && high != null && (
        <span className="dim">
          {" "}
          {print(low)}–{print(high)}
        </span>
      )}
    </>
  );
}
