/** A worker's failures as sentences, with what it was doing. */

import { isAbort } from "./stale-error";

/** After such a failure a worker can't be used anymore: its memory may be inconsistent. */
export const FATAL = "WorkerFailed";

/** Descriptions of the calls, by name. */
const DOING: Record<string, string> = {
  open: "reading the input",
  rows: "listing fields",
  blocks: "listing blocks",
  frames: "listing frames",
  content: "reading a block",
  step: "explaining a field",
  explanation: "explaining a field",
  diagnose: "looking for the cause",
  previewChange: "trying a change",
  applyChange: "applying a change",
  undoChange: "undoing a change",
  measure: "measuring",
  whatIf: "trying another encoding",
  whatIfBlock: "encoding a block",
  compose: "encoding",
  written: "encoding",
  harLists: "reading the HAR archive",
  find: "searching",
};

const LOADING =
  /dynamically imported module|importing a module|failed to fetch|networkerror|load failed|unable to preload|wasm.*(?:fetch|mime|compile)/i;

export type Failure = { message: string; fatal: boolean };

/** `panic`: the core's message, if there was one. */
export function failureOf(method: string, reason: unknown, panic: string | null): Failure {
  const doing = DOING[method] ?? "working";
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const isTrap = error instanceof WebAssembly.RuntimeError;
  const isSize = panic !== null && /capacity overflow|allocation/.test(panic);
  if (panic !== null && !isSize) {
    return { message: `The decoder failed while ${doing}. This is a bug: ${panic}.`, fatal: true };
  }
  const isFull = error instanceof RangeError && !/stack/i.test(error.message);
  if (isSize || (isTrap && /unreachable|memory/i.test(error.message)) || isFull) {
    return { message: `The decoder ran out of memory while ${doing}. The input may be too large.`, fatal: true };
  }
  if (isTrap || error instanceof RangeError) {
    return { message: `The decoder failed while ${doing}. This is a bug: ${error.message}.`, fatal: true };
  }
  if (LOADING.test(error.message)) {
    return {
      message: "Part of the app failed to load. You may be offline, or the page was updated: reload it.",
      fatal: true,
    };
  }
  return { message: error.message, fatal: false };
}

/** The error for the page after `method` failed for `reason`. Dropped calls did not fail. */
export function failing(method: string, reason: unknown, panic: string | null): Error {
  if (isAbort(reason)) return reason as Error;
  const { message, fatal } = failureOf(method, reason, panic);
  const error = new Error(message);
  if (fatal) error.name = FATAL;
  return error;
}
