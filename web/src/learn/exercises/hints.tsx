/** Hints, one at a time, when they are asked for; `least` of them in any case. */

import { useState } from "react";
import { Marked } from "../marked";
import styles from "./exercises.module.css";

export function Hints({ hints, least }: { hints: readonly string[]; least: number }) {
  const [asked, setAsked] = useState(0);
  const shown = Math.max(asked, least);
  return (
    <div className={styles.hints}>
      {shown > 0 && (
        <ol aria-label="Hints">
          {hints.slice(0, shown).map((hint) => (
            <li key={hint}>
              <Marked text={hint} />
            </li>
          ))}
        </ol>
      )}
      {shown < hints.length && (
        <button type="button" className="button" onClick={() => setAsked(shown + 1)}>
          {shown === 0 ? "Show a hint" : "Show another hint"} ({hints.length - shown} left)
        </button>
      )}
    </div>
  );
}
