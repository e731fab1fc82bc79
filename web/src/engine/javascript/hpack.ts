/** The npm package hpack. */

import Hpack from "hpack";
import { buffered } from "./node";
import type { BlockEngine } from "./runner";

export const engine: BlockEngine = {
  begin(_limit, maximum) {
    const decoder = new Hpack();
    // It has no option for this; the table is the one that it decodes with.
    if (maximum !== 4096) decoder.lDynamicTable.setTableSize(maximum);
    return {
      // It accepts any size update.
      acknowledge() {},
      decode(block, field) {
        for (const [name, value] of decoder.decode(block)) field(name, value);
      },
      end() {},
    };
  },
  block: buffered,
};
