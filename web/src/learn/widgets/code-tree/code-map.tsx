/** All 257 symbols by the length of their codes: what can still be reached, and what was. */
import { useMemo } from "react";
import type { CodeRow } from "../../../engine/types";
import { symbolOf, type Walk } from "./code";

export function CodeMap({ codes, walked }: { codes: CodeRow[]; walked: Walk }) {
  const lengths = useMemo(() => [...Map.groupBy(codes, ({ code }) => code.length)], [codes]);
  const reached = walked.open === "" ? (walked.steps.at(-1)?.row.symbol ?? null) : null;
  return (
    <div className="code-map scroll" role="group" aria-label="Symbols by the length of their codes" tabIndex={0}>
      {lengths.map(([length, rows]) => (
        <div key={length} className="code-length">
          <span className="code-bits">{length} bits</span>
          <span className="code-symbols">
            {rows.map((row) => (
              <span
                key={row.symbol}
                className={`code-symbol${row.symbol === reached ? " reached" : ""}${
                  row.code.startsWith(walked.open) ? "" : " out"
                }`}
                title={`${row.shown}: ${row.code}`}
              >
                {symbolOf(row).replace("\\x", "")}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
