/** Shown in place of panes without content. */
import { useSession } from "../session/inspector";
import { failureOf } from "../session/session";
import { count } from "../ui/figures";
import { Empty } from "../ui/pane";
import { sentence } from "../ui/section";

/** After an input that was refused, or could not be read, where nothing else says why. */
export function NotDecoded() {
  const failure = useSession(failureOf);
  const refused = useSession(({ opened }) => (opened?.status === "refused" ? opened : null));
  if (refused === null) return <Empty>{failure}</Empty>;
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

/** Replaces the block while a frame without one is selected. */
export function NoBlock() {
  const alone = useSession((session) => session.timeline.frameWithoutBlock);
  if (alone === null) return null;
  return (
    <Empty>
      Frame {count(alone.frame + 1)} ({alone.type}) carries no header block
    </Empty>
  );
}
