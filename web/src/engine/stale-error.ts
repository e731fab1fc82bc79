/** An answer that is of no use any more: asked of what is closed, or taken back. It is no failure, and nothing is said of it. */

const NAME = "AbortError";

export class StaleError extends Error {
  override name = NAME;

  constructor() {
    super("The answer is no longer wanted.");
  }
}

/** Also of one that came from the worker, and of an AbortSignal's own reason. */
export function isDropped(reason: unknown): boolean {
  return reason instanceof Error && reason.name === NAME;
}
