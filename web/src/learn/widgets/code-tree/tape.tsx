/** The bits of the walk, cut into codes; those walked already are done. */
import type { CodeRow } from "../../../engine/types";
import { Tile } from "../../../panes/characters";
import { Row } from "../../../ui/layout";
import { symbolOf, walk } from "./code";
import styles from "./code-tree.module.css";

export function Tape(props: { rows: CodeRow[]; bits: string; isText: boolean; at: number }) {
  const { bits, at } = props;
  const { steps, open } = walk(props.rows, bits);
  const end = steps.at(-1)?.to ?? 0;
  const runs = steps.map(({ row, from, to }) => ({ from, to, shown: symbolOf(row), isCode: true }));
  if (open !== "") runs.push({ from: end, to: bits.length, shown: props.isText ? "padding" : "open", isCode: false });
  return (
    <Row as="ul" gap="tight" className={styles.tape} aria-label="Bits, code by code">
      {runs.map(({ from, to, shown, isCode }) => (
        <Tile
          key={from}
          shown={shown}
          isCode={isCode}
          data-done={to <= at || undefined}
          aria-current={from <= at && at < to ? "step" : undefined}
        >
          <span>
            <strong>{bits.slice(from, Math.max(from, Math.min(at, to)))}</strong>
            <span className="dim">{bits.slice(Math.max(from, Math.min(at, to)), to)}</span>
          </span>
        </Tile>
      ))}
    </Row>
  );
}
