/** Groups blocks for a plot, if it has no room for each. */
import { WHAT_IF_BLOCK, WHAT_IF_BLOCK_STRIDE } from "../../engine/types";

export type Bucket = {
  /** Range of blocks, end exclusive. */
  from: number;
  to: number;
  /** Bytes of the average block, or of all blocks so far. */
  sent: number;
  tried: number;
};

/** Number of blocks in `columns`. */
export function blocksIn(columns: Uint32Array): number {
  return columns.length / WHAT_IF_BLOCK_STRIDE;
}

export type BlockFigures = { number: number; sent: number; tried: number; plain: number };

/** The figures of block `at`. */
export function blockAt(columns: Uint32Array, at: number): BlockFigures {
  const cell = (offset: number) => columns[at * WHAT_IF_BLOCK_STRIDE + offset] ?? 0;
  return {
    number: cell(WHAT_IF_BLOCK.number),
    sent: cell(WHAT_IF_BLOCK.sent),
    tried: cell(WHAT_IF_BLOCK.tried),
    plain: cell(WHAT_IF_BLOCK.plain),
  };
}

/** At most `most` buckets, with equal numbers of blocks. */
export function bucketsOf(columns: Uint32Array, most: number, addedUp: boolean): Bucket[] {
  const blocks = blocksIn(columns);
  const each = Math.max(1, Math.ceil(blocks / most));
  const buckets: Bucket[] = [];
  let sentSoFar = 0;
  let triedSoFar = 0;
  for (let from = 0; from < blocks; from += each) {
    const to = Math.min(blocks, from + each);
    let sent = 0;
    let tried = 0;
    for (let at = from; at < to; at += 1) {
      const figures = blockAt(columns, at);
      sent += figures.sent;
      tried += figures.tried;
    }
    sentSoFar += sent;
    triedSoFar += tried;
    buckets.push(
      addedUp
        ? { from, to, sent: sentSoFar, tried: triedSoFar }
        : { from, to, sent: sent / (to - from), tried: tried / (to - from) },
    );
  }
  return buckets;
}
