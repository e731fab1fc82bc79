/**
 * The error of an answer that is no longer wanted: its session was closed, or
 * the call aborted. It is not a failure, and not reported.
 */

const NAME = "AbortError";

export class StaleError extends Error {
  override name = NAME;

  constructor() {
    super("The answer is no longer wanted.");
  }
}

/** Also recognizes an error from the worker, and an AbortSignal's own reason. */
export function isAbort(reason: unknown): boolean {
  return reason instanceof Error && reason.name === NAME;
}
