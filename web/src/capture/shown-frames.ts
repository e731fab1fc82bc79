import type { FrameFilter } from "../engine/types";
import { useRead, useSession } from "../inspector/inspector";

export type ShownFrames = { filter: FrameFilter; total: number };

/** The filter and the number of matching frames; the previous values until they are known. */
export function useShownFrames(): ShownFrames | null {
  const filter = useSession((session) => session.timeline.filter);
  return useRead((known) => ({ filter, total: known.countFrames(filter) }));
}
