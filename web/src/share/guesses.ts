/** Guesses on unknown entries in a link, each named by a field that refers to the entry. */

import type { Guess } from "../address/link";
import type { Reader } from "../engine/reader";
import type { FieldText } from "../engine/types";
import type { Inspector } from "../session/inspector";

/** For each block of a text, in order: its first row in the original session, and its number of rows. */
type Taken = ArrayLike<number>;

/**
 * The guesses on entries that fields of `blocks` refer to, each with the first
 * such field, counted among the rows of `blocks`; without `blocks`, of the
 * whole session.
 */
export async function guessesOf({ core }: Reader, blocks: Taken | null = null): Promise<Guess[]> {
  const guesses: Guess[] = [];
  for (const { name, value, rows } of await core.pins()) {
    const row = blocks === null ? rows[0] : rowAmong(blocks, rows);
    if (row !== undefined) guesses.push({ row, name, value });
  }
  return guesses;
}

/** The first of `rows`, in ascending order, that is in `blocks`, counted among their rows. */
export function rowAmong(blocks: Taken, rows: ArrayLike<number>): number | undefined {
  let before = 0;
  let next = 0;
  for (let at = 0; at < blocks.length; at += 2) {
    const [first = 0, count = 0] = [blocks[at], blocks[at + 1]];
    while ((rows[next] ?? first) < first) next += 1;
    const row = rows[next];
    if (row === undefined) return undefined;
    if (row < first + count) return before + row - first;
    before += count;
  }
  return undefined;
}

export function fieldsOf(guesses: readonly Guess[]): FieldText[] {
  return guesses.map(({ name, value }) => ({ name, value: value ?? "" }));
}

/** Pins a link's guesses on the open session; false if one of them found no entry. */
export async function pinGuesses(inspector: Inspector, guesses: readonly Guess[]): Promise<boolean> {
  let all = true;
  for (const { row, name, value } of guesses) {
    const { reader } = inspector.store.get();
    const found = await reader.row(row);
    const block = found === null ? null : await reader.block(found.block);
    const from = found === null ? null : await reader.get((known) => known.step(found.block, row, false).provenance);
    const unknown = [from?.name, from?.value].find((origin) => origin?.at === "unknown");
    const isPinned =
      block !== null &&
      unknown?.at === "unknown" &&
      (await inspector.pin(block.direction, unknown.position, { name, value }));
    all &&= isPinned;
  }
  return all;
}
