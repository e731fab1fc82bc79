/** All 257 symbols by the length of their codes, and which of them can still be reached. */
import { clsx } from "clsx";
import { useMemo } from "react";
import type { CodeRow } from "../../../engine/types";
import { Row } from "../../../ui/layout";
import { tip } from "../../../ui/tip";
import { symbolOf, type Walk } from "./code";
import styles from "./code-tree.module.css";

export function CodeMap({ codes, walked }: { codes: CodeRow[]; walked: Walk }) {
  const lengths = useMemo(() => [...Map.groupBy(codes, ({ code }) => code.length)], [codes]);
  const reached = walked.open === "" ? (walked.steps.at(-1)?.row.symbol ?? null) : null;
  return (
    <div
      className={clsx("scroll", styles.codeMap)}
      role="group"
      aria-label="Symbols by the length of their codes"
      tabIndex={0}
    >
      {lengths.map(([length, rows]) => (
        <div key={length} className={styles.codeLength}>
          <span className={styles.codeBits}>{length} bits</span>
          <Row as="span" className={styles.codeSymbols}>
            {rows.map((row) => (
              <span
                key={row.symbol}
                className={clsx(styles.codeSymbol, !row.code.startsWith(walked.open) && styles.out)}
                data-reached={row.symbol === reached || undefined}
                {...tip(`${row.shown}: ${row.code}`)}
              >
                {symbolOf(row).replace("\\x", "")}
              </span>
            ))}
          </Row>
        </div>
      ))}
    </div>
  );
}
