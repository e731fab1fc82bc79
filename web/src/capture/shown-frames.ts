/** The frames that are listed. */
import type { FrameFilter } from "../engine/types";
import { useRead, useSession } from "../inspector/inspector";

export type ShownFrames = { filter: FrameFilter; total: number };

/** The filter and the number of frames that match it; the previous ones until that is known. */
export function useShownFrames(): ShownFrames | null {
  const filter = useSession((session) => session.timeline.filter);
  return useRead((known) => ({ filter, total: known.countFrames(filter) }));
}
