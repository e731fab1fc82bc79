import EXPLAIN from "inlined:explain";
import { explain as explainBlocks } from "@wasm-explain/core";
import type * as engine from "../../web/src/engine/generated.ts";
import type { ShownText } from "../../web/src/engine/shown-text.ts";
import { DEFAULT_TABLE_SIZE, type MaxTableSize, tableSize } from "./common.ts";
import { ensureExplain } from "./explain-core.ts";

type Plain<T> = T extends ShownText ? string : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

/** A header block, step by step. Strings are to be read: they are truncated if long, with U+FFFD for what is not UTF-8. */
export type ExplainedBlock = Plain<engine.ExplainedBlock>;

export type ExplainOptions = MaxTableSize & {
  /** The blocks before it in its direction. */
  earlier?: Iterable<Uint8Array>;
  /** The steps to explain: the first 1,000 by default. */
  from?: number;
  to?: number;
};

const STEPS = 1000;
/** The most entries of the table. */
const ENTRIES = 10_000;

/** Explains a header block: each step's integers bit by bit, Huffman codes, references and evictions, and the table after it. */
export function explain(
  block: Uint8Array,
  { maxTableSize = DEFAULT_TABLE_SIZE, earlier = [], from = 0, to = from + STEPS }: ExplainOptions = {},
): ExplainedBlock {
  ensureExplain(EXPLAIN);
  const blocks = [...earlier, block];
  const lengths = Uint32Array.from(blocks, ({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const one of blocks) {
    bytes.set(one, at);
    at += one.length;
  }
  return JSON.parse(explainBlocks(tableSize(maxTableSize), bytes, lengths, from, to, ENTRIES));
}
