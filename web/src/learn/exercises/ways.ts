/** The encoder's choices for one field. */
import type { Composed, Composition } from "../../engine/types";
import type { Tools } from "./fewest-bytes";

/** `compose` is the core's; the composition is a block of this one field. */
export async function waysOf(
  compose: (composition: Composition) => Promise<Composed>,
  ...[prior, field, sensitive]: Parameters<Tools["ways"]>
): ReturnType<Tools["ways"]> {
  const composed = await compose({
    limit: 4096,
    prior: [...prior],
    policy: { indexing: "always" },
    framing: { stream: 1, maxFrameSize: 16384, padding: null, endStream: true, priority: null, pushPromise: null },
    blocks: [{ changes: [], rows: [{ ...field, sensitive }] }],
  });
  return composed.blocks[0]?.rows[0]?.choices.map(({ kind, bytes, hex }) => ({ kind, bytes, hex })) ?? [];
}
