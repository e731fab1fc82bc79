/** A slow answer of the worker, with progress and a way to cancel. */
import { type DependencyList, type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Row } from "../ui/layout";
import { useJob } from "../ui/use-job";
import styles from "./share-dialog.module.css";

/** Progress of a call, from 0 to 1, and its cancellation. */
export type Asked = { onProgress: (done: number) => void; signal: AbortSignal };

/** `done`: from 0 to 1. */
export type Waiting = { done: number; isCanceled: boolean; cancel: () => void; start: () => void };

/** Asks whenever `when` changes, and when restarted after it was canceled. */
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

/** Shown until the answer arrives; `children` describe what is being done. */
export function WaitingFor({ waiting, children }: { waiting: Waiting; children: ReactNode }) {
  const { done, isCanceled, cancel, start } = waiting;
  return (
    <Row className={styles.waiting}>
      <p role="status">{isCanceled ? "Canceled." : children}</p>
      {!isCanceled && <progress value={done} aria-label="Done so far" />}
      <Button onClick={isCanceled ? start : cancel}>{isCanceled ? "Start again" : "Cancel"}</Button>
    </Row>
  );
}
