import { explain as explainBlocks } from "@wasm-explain/core";
import type * as engine from "../../web/src/engine/generated.ts";
import type { ShownText } from "../../web/src/engine/shown-text.ts";
import { bytesFrom, DEFAULT_TABLE_SIZE, kindOf, type MaxTableSize, optionsOf, unsigned } from "./common.ts";
import { ensureExplain } from "./explain-core.ts";

type Plain<T> = T extends ShownText ? string : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

/** A header block, step by step. Strings are to be read: they are truncated if long, with “…” at their end, and with U+FFFD for what is not UTF-8. */
export type ExplainedBlock = Plain<engine.ExplainedBlock>;

type Bytes = BufferSource | ArrayBufferView | SharedArrayBuffer | readonly number[];

export type ExplainOptions = MaxTableSize & {
  /** The blocks before it in its direction. */
  earlier?: Iterable<Bytes>;
  /** The steps to explain: the first 1,000 by default; `to` can be `Infinity`. */
  from?: number;
  to?: number;
};

const STEPS = 1000;
/** The most entries of the table. */
const ENTRIES = 10_000;

const LAST = 0xffff_ffff;

const stepOf = (step: unknown): number => unsigned(step === Infinity ? LAST : step, "step");

/** Explains a header block: each step's integers bit by bit, Huffman codes, references and evictions, and the table after it. */
export function explain(block: Bytes, options?: ExplainOptions | number): ExplainedBlock {
  const { maxTableSize = DEFAULT_TABLE_SIZE, earlier = [], from = 0, to } = optionsOf(options);
  const [limit, first] = [unsigned(maxTableSize), stepOf(from)];
  const end = stepOf(to ?? Math.min(first + STEPS, LAST));
  if (!(Symbol.iterator in Object(earlier))) throw new TypeError(`earlier is a list of blocks, not ${kindOf(earlier)}`);
  const blocks = [...earlier, block].map((block) => bytesFrom(block));
  ensureExplain();
  const lengths = Uint32Array.from(blocks, ({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const one of blocks) {
    bytes.set(one, at);
    at += one.length;
  }
  return JSON.parse(explainBlocks(limit, bytes, lengths, first, end, ENTRIES));
}
