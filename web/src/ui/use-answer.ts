/** An answer from the worker, as state. */
import { type DependencyList, useEffect, useState } from "react";

/**
 * Asks whenever `when` changes. The last answer stays until the next is here,
 * so that panes do not flicker while a person steps; an answer that comes
 * after a newer question is dropped. null before the first, and where `ask`
 * says there is nothing to ask.
 */
export function useAnswer<Answer>(ask: () => Promise<Answer> | null, when: DependencyList): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let live = true;
    const asked = ask();
    if (asked === null) {
      setAnswer(null);
      return;
    }
    asked.then(
      (answer) => {
        if (live) setAnswer(answer);
      },
      () => {
        if (live) setAnswer(null);
      },
    );
    return () => {
      live = false;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the question depends on
  }, when);
  return answer;
}
