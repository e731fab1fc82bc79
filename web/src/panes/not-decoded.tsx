/** Takes the place of panes that have nothing to show. */
import { useSession } from "../inspector/inspector";
import { count } from "../ui/figures";
import { Empty } from "../ui/pane";
import { sentence } from "../ui/section";
import { NARROW, useMedia } from "../ui/use-media";

/** Of an input that was refused: the reason, where the input's own pane, which has it, is not in view. */
export function NotDecoded() {
  const narrow = useMedia(NARROW);
  const refused = useSession(({ opened }) => (opened?.status === "refused" ? opened : null));
  if (refused === null) return <Empty>Decoding was stopped</Empty>;
  if (!narrow) return <Empty>No header block to show</Empty>;
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

/** Of a block, while the selected frame has none. */
export function NoBlock() {
  const alone = useSession((session) => session.timeline.alone);
  if (alone === null) return null;
  return (
    <Empty>
      Frame {count(alone.frame + 1)} ({alone.type}) carries no header block
    </Empty>
  );
}
