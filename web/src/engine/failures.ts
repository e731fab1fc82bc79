/** What a worker says when it can't go on: in a sentence, with what was being done. */

import { isDropped } from "./stale-error";

/** A worker that failed so is of no use any more: its memory is as it was left. */
export const FATAL = "WorkerFailed";

/** What was being done, by the method that was called. */
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

/** `panic` is what the core said before it stopped, if it said anything. */
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

/** What the page is told of it: `method` failed for `reason`. What was dropped did not fail. */
export function failing(method: string, reason: unknown, panic: string | null): Error {
  if (isDropped(reason)) return reason as Error;
  const { message, fatal } = failureOf(method, reason, panic);
  const error = new Error(message);
  if (fatal) error.name = FATAL;
  return error;
}
