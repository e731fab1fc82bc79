/** An answer of the worker that takes a while: it shows how much is done, and can be canceled. */
import { type DependencyList, type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { useJob } from "../ui/use-job";
import styles from "./share-dialog.module.css";

/** What an answer that takes a while is asked with: who hears how much is done, from 0 to 1, and what ends it. */
export type Asked = { onProgress: (done: number) => void; signal: AbortSignal };

/** `done`: how much is done, from 0 to 1. */
export type Waiting = { done: number; isCanceled: boolean; cancel: () => void; start: () => void };

/** Asks whenever `when` changes, and when it is started again after it was canceled. */
export function useLongAnswer<Answer>(
  ask: (asked: Asked) => Promise<Answer>,
  when: DependencyList,
): [Answer | null, Waiting] {
  const [done, setDone] = useState(0);
  const [canceled, setCanceled] = useState<DependencyList>([]);
  const isCanceled = canceled.length > 0 && when.every((one, at) => Object.is(one, canceled[at]));
  const [answer, setAnswer] = useState<Answer | null>(null);
  useJob(
    async (signal) => {
      setDone(0);
      const found = isCanceled ? null : await ask({ onProgress: (done) => !signal.aborted && setDone(done), signal });
      if (!signal.aborted) setAnswer(found);
    },
    [...when, isCanceled],
  );
  return [answer, { done, isCanceled, cancel: () => setCanceled(when), start: () => setCanceled([]) }];
}

/** In place of an answer that is not there yet: `children` say what is going on. */
export function WaitingFor({ waiting, children }: { waiting: Waiting; children: ReactNode }) {
  const { done, isCanceled, cancel, start } = waiting;
  return (
    <div className={styles.waiting}>
      <p role="status">{isCanceled ? "Canceled." : children}</p>
      {!isCanceled && <progress value={done} aria-label="Done so far" />}
      <Button onClick={isCanceled ? start : cancel}>{isCanceled ? "Start again" : "Cancel"}</Button>
    </div>
  );
}
