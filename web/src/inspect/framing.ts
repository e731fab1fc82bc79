/** The frames of the selected block. */
import type { Framing } from "../engine/types";
import { useRead, useSession } from "./inspector";

/** undefined while it is not here; null for a block that came in no frames. */
export function useFraming(block: number): Framing | null | undefined {
  const isCapture = useSession(({ reader }) => reader.capture !== null);
  const answer = useRead(
    (reader) => reader.capture?.core.framing(block).then((framing) => ({ block, framing })) ?? null,
    [block],
  );
  if (!isCapture) return null;
  return answer?.block === block ? answer.framing : undefined;
}
