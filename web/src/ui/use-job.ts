import { type DependencyList, useEffect, useState } from "react";
import { isAbort } from "../engine/stale-error";

/** Runs `job` whenever `when` changes, aborting the previous run; errors are thrown, for the boundary above. */
export function useJob(job: (signal: AbortSignal) => Promise<unknown>, when: DependencyList): void {
  const [failed, setFailed] = useState<{ reason: unknown } | null>(null);
  useEffect(() => {
    const run = new AbortController();
    setFailed(null);
    job(run.signal).catch((reason: unknown) => {
      if (!run.signal.aborted && !isAbort(reason)) setFailed({ reason });
    });
    return () => run.abort();
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the job depends on
  }, when);
  if (failed !== null) throw failed.reason;
}
