/** The npm package hpack.js. */

import hpack from "hpack.js";
import { buffered } from "./node";
import type { BlockEngine } from "./runner";

export const engine: BlockEngine = {
  begin(limit, maximum) {
    const decompressor = hpack.decompressor.create({ table: { maxSize: limit } });
    if (maximum !== limit) decompressor.updateTableSize(maximum);
    // Errors are emitted as events: without a listener they would not be caught.
    let failure: unknown = null;
    decompressor.on("error", (error) => {
      failure = error;
    });
    return {
      acknowledge(limit) {
        // It has no option for this.
        decompressor._table.protocolMaxSize = limit;
      },
      decode(block, field) {
        failure = null;
        decompressor.write(block);
        decompressor.execute();
        for (let next = decompressor.read(); next !== null; next = decompressor.read()) field(next.name, next.value);
        if (failure !== null) throw failure;
      },
      end() {},
    };
  },
  block: buffered,
};
