/** Decodes whole blocks from JavaScript with this page's decoder. */
import { StringDecoder, staticStrings } from "@wasm-captures/hpack_inspector_wasm";
import { BlockStrings, Views } from "./block-strings";
import type { BlockEngine } from "./runner";

export function ours(memory: WebAssembly.Memory): BlockEngine {
  const strings = staticStrings();
  const half = (odd: number) => strings.filter((_, at) => at % 2 === odd);
  const statics = { names: half(0), values: half(1) };
  const views = new Views(memory);
  return {
    begin(limit, maximum) {
      const decoder = new StringDecoder(limit, maximum, Infinity, Infinity);
      const blocks = new BlockStrings(decoder, views, statics, limit);
      return {
        acknowledge: (limit) => blocks.acknowledge(limit),
        decode(block, field) {
          if (!blocks.decode(block, block.length, field)) return;
          decoder.resume();
          throw new Error("The block has an error.");
        },
        end: () => decoder.free(),
      };
    },
    block: (bytes) => bytes,
  };
}
