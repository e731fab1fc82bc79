/** The figures. */
import { clsx } from "clsx";
import type { BenchmarkResult } from "../engine/types";
import { DataTable } from "../ui/data-table";
import { count } from "../ui/figures";
import styles from "./benchmark.module.css";
import { byWorkload, factor, figure, type Titles, verdict } from "./words";

export function ResultsTable({ results, titles }: { results: BenchmarkResult[]; titles: Titles }) {
  const allocated = results.some(({ bytesAllocated }) => bytesAllocated !== null);
  const written = results.some(({ bytesWritten }) => bytesWritten !== null);
  return (
    <div
      className={clsx("scroll", styles.resultsTable)}
      data-sideways=""
      tabIndex={0}
      role="region"
      aria-label="Figures"
    >
      <DataTable
        bodies
        columns={[
          "workload",
          "engine",
          { name: results[0]?.unit ?? "", className: styles.number },
          { name: "ratio", className: styles.number },
          "verdict",
          ...(written
            ? [{ name: "written", className: styles.number, title: "Bytes of all header blocks together" }]
            : []),
          ...(allocated
            ? [
                {
                  name: "allocated",
                  className: styles.number,
                  title: "Bytes of WebAssembly memory for one string, integer, block, look-up or frame",
                },
              ]
            : []),
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
                <td className={styles.number}>
                  {result.median === undefined ? "–" : <Figure print={figure} {...result} middle={result.median} />}
                </td>
                <td className={styles.number}>
                  {result.ratio === null ? (
                    "–"
                  ) : (
                    <Figure print={factor} middle={result.ratio} low={result.ratioLow} high={result.ratioHigh} />
                  )}
                </td>
                <td className={styles.verdict}>{verdict(result)}</td>
                {written && (
                  <td className={styles.number}>
                    {result.bytesWritten === null ? "–" : `${count(result.bytesWritten)} B`}
                  </td>
                )}
                {allocated && (
                  <td className={styles.number}>
                    {result.bytesAllocated === null ? "–" : `${count(result.bytesAllocated)} B`}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </DataTable>
    </div>
  );
}

function Figure({
  middle,
  low,
  high,
  print,
}: {
  middle: number;
  low?: number | null;
  high?: number | null;
  print: (number: number) => string;
}) {
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
