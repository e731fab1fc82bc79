/** What a pane shows without a session: its purpose, or why decoding failed. */
import type { ReactNode } from "react";
import { useSession } from "../inspector/inspector";
import { count } from "../ui/figures";
import { Empty } from "../ui/pane";
import { sentence } from "../ui/section";
import { NARROW, useMedia } from "../ui/use-media";

/** `second`: another pane of the same tab gives the reason. */
export function Nothing({ children, second = false }: { children: ReactNode; second?: boolean }) {
  const narrow = useMedia(NARROW);
  const why = useSession((session) => {
    if (session.crashed !== null) return "stopped";
    if (session.opened?.status !== "refused") return null;
    return session.input.kind === "text" && session.input.text.trim() === "" ? null : "refused";
  });
  if (why === "refused") {
    if (!narrow) return <Empty>Nothing was decoded: see the input for the reason</Empty>;
    return second ? <Empty>Nothing was decoded</Empty> : <Reason />;
  }
  if (why === "stopped") return <Empty>Decoding was stopped</Empty>;
  return <Empty>{children}</Empty>;
}

/** Replaces the block while a frame without one is selected. */
export function NoBlock() {
  const alone = useSession((session) => session.timeline.alone);
  if (alone === null) return null;
  return (
    <Empty>
      Frame {count(alone.frame + 1)} ({alone.type}) carries no header block
    </Empty>
  );
}

/** In tabs the input is not in view, so the reason is given here. */
function Reason() {
  const refused = useSession((session) => (session.opened?.status === "refused" ? session.opened : null));
  if (refused === null) return null;
  const { message, line, column } = refused;
  return (
    <Empty>
      <p>
        <strong>Not decoded.</strong> {sentence(message)}
        {line > 0 && ` Line ${count(line)}, column ${count(column)} of the input.`}
      </p>
    </Empty>
  );
}
