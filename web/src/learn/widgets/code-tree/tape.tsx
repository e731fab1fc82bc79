/** The bits of the walk, cut into codes; those walked already are done. */
import { clsx } from "clsx";
import type { CodeRow } from "../../../engine/types";
import { Tile } from "../../../panes/characters";
import { Row } from "../../../ui/layout";
import { tip } from "../../../ui/tip";
import { symbolOf, walk } from "./code";
import styles from "./code-tree.module.css";

export function Tape(props: {
  rows: CodeRow[];
  bits: string;
  isText: boolean;
  at: number;
  onGo: (at: number) => void;
}) {
  const { bits, at } = props;
  const { steps, open } = walk(props.rows, bits);
  const end = steps.at(-1)?.to ?? 0;
  const runs = steps.map(({ row, from, to }) => ({ from, to, shown: symbolOf(row), isCode: true }));
  if (open !== "")
    runs.push({ from: end, to: end + open.length, shown: props.isText ? "padding" : "open", isCode: false });
  if (runs.length === 0) return null;
  return (
    <Row as="ul" gap="tight" className={styles.tape} aria-label="Bits, code by code">
      {runs.map(({ from, to, shown, isCode }) => {
        const done = to <= at;
        const current = from <= at && at < to;
        return (
          // A pointer's short cut: the walk's own keys go everywhere.
          <Tile
            key={from}
            shown={shown}
            isCode={isCode}
            data-done={done || undefined}
            data-current={current || undefined}
            aria-current={current ? "step" : undefined}
            {...tip("Walk to its end")}
            onClick={() => props.onGo(to)}
          >
            <span>
              {Array.from(bits.slice(from, to), (digit, place) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: bits have no other name than their place
                  key={place}
                  className={clsx(
                    styles.tapeBit,
                    from + place < at && styles.walked,
                    (from + place) % 8 === 0 && from + place > 0 && styles.byteStart,
                  )}
                >
                  {digit}
                </span>
              ))}
            </span>
          </Tile>
        );
      })}
    </Row>
  );
}
