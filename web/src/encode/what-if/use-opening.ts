/** Opens a block in Inspect as it was tried. */

import { useNavigate } from "../../address/navigate";
import { useInspector } from "../../session/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";

/** Replaces the open input. */
export function useOpening(): (block: number) => Promise<void> {
  const inspector = useInspector();
  const navigate = useNavigate();
  return async (number) => {
    const { engine } = inspector.store.get().options;
    const signal = inspector.begin();
    const block = await inspector.store.get().reader.core.whatIfBlock(number);
    if (signal.aborted) return;
    if (block === null) {
      inspector.notice(
        `The table before block ${number + 1} contains bytes that are not text, so the block can't be opened by itself.`,
      );
      return;
    }
    const { hex, maximum, prior } = block;
    const options = { ...DEFAULT_OPTIONS, engine, format: null, maxTableSize: maximum, prior };
    await inspector.open({ kind: "text", text: `${hex}\n` }, null, options, null, signal);
    navigate("inspect");
  };
}
