/** What every exercise looks like: what is asked, the answer's controls, “Check”, hints. */

import { type FormEvent, type ReactNode, useState } from "react";
import type { OpenOptions } from "../../engine/types";
import { useInspector } from "../../inspect/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { Marked } from "../marked";
import type { TaskBase, TryOut, Verdict } from "./exercise";
import styles from "./exercises.module.css";
import { Hints } from "./hints";

/** The real decoder, in the worker of this view. */
export function useTryOut(): TryOut {
  const { client } = useInspector();
  return (text: string, options: Partial<OpenOptions> = {}) =>
    client.functions.tryOut(text, { ...DEFAULT_OPTIONS, ...options });
}

export function TaskForm(props: {
  task: TaskBase;
  children: ReactNode;
  /** null where the answer is not complete yet. */
  judge: (() => Verdict | Promise<Verdict>) | null;
  onVerdict: (verdict: Verdict) => void;
}) {
  const { task, judge, onVerdict } = props;
  const inspector = useInspector();
  const [isRight, setRight] = useState(false);
  const [failures, setFailures] = useState(0);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (judge === null) {
      onVerdict({ right: false, words: "The answer is not complete yet." });
      return;
    }
    const verdict = await judge();
    if (verdict.right) setRight(true);
    else setFailures(failures + 1);
    onVerdict(verdict);
  }

  function show() {
    if (task.show === null) return;
    const { engine } = inspector.store.get().options;
    const { text, options, row } = task.show;
    inspector.open({ kind: "text", text }, null, { ...DEFAULT_OPTIONS, engine, ...options }, row ?? null);
  }

  return (
    <form className={styles.task} onSubmit={onSubmit}>
      <p>
        <Marked text={task.ask} />
      </p>
      {props.children}
      <div className={styles.taskActions}>
        <button type="submit" className="button button-primary">
          Check
        </button>
        {isRight && task.show !== null && (
          <button type="button" className="button" onClick={show}>
            Show it in the inspector
          </button>
        )}
      </div>
      {/* From the third wrong answer on, each brings a hint. */}
      <Hints hints={task.hints} least={failures - 2} />
    </form>
  );
}
