/** An answer from the worker, as state. */
import { type DependencyList, useEffect, useState } from "react";
import { isDropped } from "../engine/stale-error";

/**
 * Asks whenever `when` changes. The last answer stays until the next is here,
 * so that panes do not flicker while a person steps; an answer that comes
 * after a newer question is dropped, and its signal aborted. null before the
 * first, and where `ask` says there is nothing to ask. What fails is thrown,
 * for the error boundary above to say.
 */
export function useAnswer<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer> | null,
  when: DependencyList,
): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState<{ reason: unknown } | null>(null);
  useEffect(() => {
    const run = new AbortController();
    setFailed(null);
    const asked = ask(run.signal);
    if (asked === null) {
      setAnswer(null);
      return;
    }
    asked.then(
      (answer) => {
        if (!run.signal.aborted) setAnswer(answer);
      },
      (reason: unknown) => {
        if (!run.signal.aborted && !isDropped(reason)) setFailed({ reason });
      },
    );
    return () => run.abort();
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the question depends on
  }, when);
  if (failed !== null) throw failed.reason;
  return answer;
}
