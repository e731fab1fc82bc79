/** The frames that are listed. */
import type { FrameFilter } from "../engine/types";
import { useRead, useSession } from "../inspect/inspector";

export type ShownFrames = { filter: FrameFilter; total: number };

/** Those that the filter leaves; until their number is known, those of the filter before. */
export function useShownFrames(): ShownFrames | null {
  const filter = useSession((session) => session.timeline.filter);
  return useRead((known) => ({ filter, total: known.countFrames(filter) }));
}
