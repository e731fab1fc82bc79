/** Forward and back through all steps of the session, over block edges. */

import { stepsDone } from "../session/selection";
import { count } from "../ui/figures";
import { useInspector, useSelectedBlock, useSession } from "./inspector";
import styles from "./stepper.module.css";

export function Stepper({ rows }: { rows: number }) {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const done = stepsDone(block, selection);
  return (
    <div className={styles.stepper} data-stepper="" role="group" aria-label="Steps">
      <button type="button" className="button icon-button" aria-label="Step back" onClick={() => inspector.step(-1)}>
        <span aria-hidden="true">◀</span>
      </button>
      <input
        type="range"
        min={0}
        max={rows}
        value={done}
        aria-label="Step"
        aria-valuetext={done === 0 ? "before the first step" : `step ${done} of ${rows}`}
        onChange={(event) => inspector.goTo(Number(event.target.value))}
      />
      <button type="button" className="button icon-button" aria-label="Step forward" onClick={() => inspector.step(1)}>
        <span aria-hidden="true">▶</span>
      </button>
      <span className={styles.stepperPlace}>
        {selection.fault ? "fault" : done === 0 ? "start" : `step ${count(done)}`}
        <span className="dim">{selection.fault ? ` after step ${count(done)}` : ` of ${count(rows)}`}</span>
      </span>
    </div>
  );
}
