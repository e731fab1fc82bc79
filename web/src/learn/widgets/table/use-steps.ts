/** The dynamic table after some steps, from the real decoder. */
import type { TriedBlock, TriedEntry } from "../../../engine/try-out";
import type { TableFill } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { DEFAULT_OPTIONS } from "../../../session/options";
import { type Step, textOf } from "./steps";

export type After = {
  steps: readonly Step[];
  fill: TableFill;
  /** Newest first. */
  entries: TriedEntry[];
  /** Effects of the last step. */
  inserted: TriedEntry | null;
  evicted: TriedEntry[];
  /** The last block's error. */
  fault: TriedBlock["fault"];
};

/** Null before the first answer. `maximum` is the table's at the start, bytes. */
export function useSteps(steps: readonly Step[], maximum: number): After | null {
  return useFunctions((core): After => {
    const fill = { size: 0, maxSize: maximum, limit: maximum, count: 0 };
    const empty: After = { steps, fill, entries: [], inserted: null, evicted: [], fault: null };
    // A limit alone is no block.
    if (steps.every((step) => step.do === "limit")) return empty;
    const options = { ...DEFAULT_OPTIONS, format: "hex", blocks: "blank", maxTableSize: maximum } as const;
    const tried = core.tryOut(textOf(steps), options);
    const [before, last] = tried.status === "ok" ? [tried.blocks.at(-2), tried.blocks.at(-1)] : [];
    if (last === undefined) return empty;
    const { after, entries, fault } = last;
    const state = { ...empty, fill: after, entries, fault };
    // The last block's effects are past if a limit came after it.
    if (steps.at(-1)?.do === "limit") return state;
    const held = before?.entries ?? [];
    return {
      ...state,
      inserted: notIn(held, entries)[0] ?? null,
      evicted: notIn(entries, held),
    };
  });
}

function notIn(others: readonly TriedEntry[], some: readonly TriedEntry[]): TriedEntry[] {
  const positions = new Set(others.map(({ position }) => position));
  return some.filter(({ position }) => !positions.has(position));
}
