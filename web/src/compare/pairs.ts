/** The pairs of blocks of two sessions, from the columns that the core fills. */
import { type ComparedWhat, NONE, PAIR, PAIR_STRIDE } from "../engine/types";

/** Two blocks that match, or one without a match. */
export type Pair = {
  what: PairWhat;
  left: number | null;
  right: number | null;
  leftBytes: number;
  rightBytes: number;
};

/** “value” means other fields. */
type PairWhat = Exclude<ComparedWhat, "unknown">;

export const PAIR_WHATS: PairWhat[] = ["same", "encoding", "value", "left", "right"];

const VERDICTS: PairWhat[] = ["same", "encoding", "value"];

export function pairsIn(records: Uint32Array): number {
  return records.length / PAIR_STRIDE;
}

export function pairAt(records: Uint32Array, at: number): Pair {
  const cell = (column: number) => records[at * PAIR_STRIDE + column] ?? NONE;
  const left = cell(PAIR.left) === NONE ? null : cell(PAIR.left);
  const right = cell(PAIR.right) === NONE ? null : cell(PAIR.right);
  const what = VERDICTS[cell(PAIR.verdict)] ?? (left === null ? "right" : "left");
  return { what, left, right, leftBytes: cell(PAIR.leftBytes), rightBytes: cell(PAIR.rightBytes) };
}

/** Number of pairs of each kind, and bytes of each side. */
export function totalsOf(records: Uint32Array): {
  counts: Record<PairWhat, number>;
  leftBytes: number;
  rightBytes: number;
} {
  const counts = { same: 0, encoding: 0, value: 0, left: 0, right: 0 };
  let [leftBytes, rightBytes] = [0, 0];
  for (let at = 0; at < pairsIn(records); at += 1) {
    const pair = pairAt(records, at);
    counts[pair.what] += 1;
    leftBytes += pair.leftBytes;
    rightBytes += pair.rightBytes;
  }
  return { counts, leftBytes, rightBytes };
}
