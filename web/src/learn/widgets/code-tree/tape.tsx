/** Bits cut into codes, each below its character, and what is left of them. */
import { Tile } from "../../../panes/characters";
import { Row } from "../../../ui/layout";
import styles from "./code-tree.module.css";

type Run = { from: number; to: number; shown: string };

export function Tape(props: {
  bits: string;
  codes: readonly Run[];
  /** What the bits after the codes are. */
  rest: string;
  /** Bits before it are walked already. */
  at?: number;
  /** The bit at error. */
  error?: number | null;
}) {
  const { bits, codes, rest, at = 0, error = null } = props;
  const end = codes.at(-1)?.to ?? 0;
  const runs = end < bits.length ? [...codes, { from: end, to: bits.length, shown: rest }] : codes;
  return (
    <Row as="ul" gap="tight" className={styles.tape} aria-label="Bits, code by code">
      {runs.map(({ from, to, shown }) => (
        <Tile key={from} shown={shown} isCode={from < end} data-chosen={(from < at && at <= to) || undefined}>
          <span>
            {Array.from(bits.slice(from, to), (bit, place) => (
              <span
                key={place}
                className={styles.bit}
                data-done={from + place < at || undefined}
                data-error={from + place === error || undefined}
              >
                {bit}
              </span>
            ))}
          </span>
        </Tile>
      ))}
    </Row>
  );
}
