import type { FrameFilter } from "../engine/types";
import { useCachedOrLast, useSession } from "../session/inspector";

export type ShownFrames = { filter: FrameFilter; total: number };

/** The filter and the number of matching frames; the previous values until they are known. */
export function useShownFrames(): ShownFrames | null {
  const filter = useSession((session) => session.timeline.filter);
  return useCachedOrLast((known) => ({ filter, total: known.countFrames(filter) }));
}

/** Number of the selected frame, or of the selected block's first frame. */
export function useChosenFrame(): number | null {
  const chosen = useSession((session) => session.timeline.frame);
  const block = useSession((session) => session.selection.block);
  const ofBlock = useCachedOrLast((known) => (known.block(block) === null ? null : known.content(block).frame));
  return chosen ?? (ofBlock === null || ofBlock < 0 ? null : ofBlock);
}
