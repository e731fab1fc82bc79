/** How two sides differ: a sign, a number if it is in a legend, and the word. */
import type { ComparedWhat } from "../engine/types";
import styles from "./compare.module.css";
import { WHAT } from "./words";

export function What(props: { what: ComparedWhat; word?: string | undefined; children?: string }) {
  const { what, word = WHAT[what].word, children } = props;
  return (
    <span className={styles.what} data-what={what}>
      <span className={styles.sign} aria-hidden="true">
        {WHAT[what].sign}
      </span>
      {children === undefined ? word : `${children} ${word}`}
    </span>
  );
}
