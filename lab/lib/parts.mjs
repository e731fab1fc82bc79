/** Parts of a script, and the middle of what it measured. */
import { Advice } from "../../scripts/lib/run.mjs";

/** The middle one. @param {number[]} numbers */
export const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

/**
 * Returns those of a script's parts that `--only` asks for: all without it.
 * @template T
 * @param {Record<string, T>} parts
 * @param {string | undefined} only
 * @returns {[name: string, part: T][]}
 */
export function chosenParts(parts, only) {
  if (only !== undefined && !Object.hasOwn(parts, only)) {
    throw new Advice(`--only takes one of: ${Object.keys(parts).join(", ")}.`);
  }
  return Object.entries(parts).filter(([name]) => (only ?? name) === name);
}
