/** The frames of the selected block. */
import type { Framing } from "../engine/types";
import { useAnswer } from "../ui/use-answer";
import { useInspector, useSession } from "./inspector";

/** undefined while it is not here; null for a block that came in no frames. */
export function useFraming(block: number): Framing | null | undefined {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  const isCapture = opened?.status === "ok" && opened.connections !== null;
  const answer = useAnswer(() => {
    if (!isCapture) return null;
    return client.core.framing(block).then((framing) => ({ block, framing }));
  }, [block, opened, isCapture]);
  if (!isCapture) return null;
  return answer?.block === block ? answer.framing : undefined;
}
