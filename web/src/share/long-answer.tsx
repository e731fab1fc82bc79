/** An answer of the worker that takes a while: it shows how much is done, and can be cancelled. */
import { type DependencyList, type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { useJob } from "../ui/use-job";
import styles from "./share-dialog.module.css";

/** What an answer that takes a while is asked with: who hears how much is done, from 0 to 1, and what ends it. */
export type Asked = { onProgress: (done: number) => void; signal: AbortSignal };

/** `done`: how much is done, from 0 to 1. */
export type Waiting = { done: number; isCancelled: boolean; cancel: () => void; start: () => void };

/** Asks whenever `when` changes, and when it is started again after it was cancelled. */
export function useLongAnswer<Answer>(
  ask: (asked: Asked) => Promise<Answer>,
  when: DependencyList,
): [Answer | null, Waiting] {
  const [done, setDone] = useState(0);
  const [cancelled, setCancelled] = useState<DependencyList>([]);
  const isCancelled = cancelled.length > 0 && when.every((one, at) => Object.is(one, cancelled[at]));
  const [answer, setAnswer] = useState<Answer | null>(null);
  useJob(
    async (signal) => {
      setDone(0);
      const found = isCancelled ? null : await ask({ onProgress: (done) => !signal.aborted && setDone(done), signal });
      if (!signal.aborted) setAnswer(found);
    },
    [...when, isCancelled],
  );
  return [answer, { done, isCancelled, cancel: () => setCancelled(when), start: () => setCancelled([]) }];
}

/** In place of an answer that is not there yet: `children` say what is going on. */
export function WaitingFor({ waiting, children }: { waiting: Waiting; children: ReactNode }) {
  const { done, isCancelled, cancel, start } = waiting;
  return (
    <div className={styles.waiting}>
      <p role="status">{isCancelled ? "Cancelled." : children}</p>
      {!isCancelled && <progress value={done} aria-label="Done so far" />}
      <Button onClick={isCancelled ? start : cancel}>{isCancelled ? "Start again" : "Cancel"}</Button>
    </div>
  );
}
