/** The bits that are walked, cut into codes; those before the place are done. */
import { clsx } from "clsx";
import type { CodeRow } from "../../../engine/types";
import charactersStyles from "../../../inspect/characters.module.css";
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
    <ul className={clsx(charactersStyles.characters, styles.tape)} aria-label="Bits, code by code">
      {runs.map(({ from, to, shown, isCode }) => {
        const done = to <= at;
        const current = from <= at && at < to;
        const digits = bits.slice(from, to);
        return (
          <li
            key={from}
            className={clsx(charactersStyles.character, styles.character, !isCode && charactersStyles.padding)}
            data-done={done || undefined}
            data-current={(!done && current) || undefined}
          >
            <button
              type="button"
              className={styles.tapeCode}
              // A pointer's short cut: the walk's own keys go everywhere.
              tabIndex={-1}
              {...tip("Walk to its end")}
              aria-current={!done && current ? "step" : undefined}
              onClick={() => props.onGo(to)}
            >
              <span className={charactersStyles.characterShown}>{shown}</span>
              <span className={charactersStyles.code}>
                {Array.from(digits, (digit, place) => (
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
            </button>
          </li>
        );
      })}
    </ul>
  );
}
