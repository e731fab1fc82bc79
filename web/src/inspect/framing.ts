/** The frames of the selected block. */
import type { Framing } from "../engine/types";
import { useRead, useSession } from "./inspector";

/** undefined while it is not here; null for a block that came in no frames. */
export function useFraming(block: number): Framing | null | undefined {
  const opened = useSession((session) => session.opened);
  const isCapture = opened?.status === "ok" && opened.connections !== null;
  const answer = useRead(
    (reader) => {
      if (!isCapture) return null;
      return reader.core.framing(block).then((framing) => ({ block, framing }));
    },
    [block, isCapture],
  );
  if (!isCapture) return null;
  return answer?.block === block ? answer.framing : undefined;
}
