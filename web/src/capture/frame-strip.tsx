/** The frames of a connection that has few of them, in one line. */
import { useCachedOrLast, useInspector, useSession } from "../session/inspector";
import { SENDER_ARROWS, SENDER_NAMES } from "../session/place-name";
import { expandCapture, hasBlocks, NO_FILTER } from "../session/session";
import { Button } from "../ui/button";
import { count } from "../ui/figures";
import { Row } from "../ui/layout";
import { tip } from "../ui/tip";
import styles from "./frame-strip.module.css";
import { useChosenFrame } from "./shown-frames";

export function FrameStrip() {
  const inspector = useInspector();
  const chosen = useChosenFrame();
  const number = useSession((session) => (hasBlocks(session) ? session.opened.frames : 0));
  const frames =
    useCachedOrLast((known) => Array.from({ length: number }, (_, at) => known.frame(NO_FILTER, at))) ?? [];
  return (
    <Row gap="small" className={styles.strip} data-sideways="" role="group" aria-label="Frames">
      {frames
        .filter((frame) => frame !== null)
        .map((frame) => (
          <Button
            key={frame.frame}
            aria-pressed={frame.frame === chosen}
            {...tip([SENDER_NAMES[frame.sender], frame.flags, frame.line].filter((part) => part !== "").join(", "))}
            onClick={() => inspector.selectFrame(frame)}
          >
            <span>
              <span aria-hidden="true">{SENDER_ARROWS[frame.sender]}</span> {frame.type}
            </span>{" "}
            <span className="dim">
              stream {frame.stream} · {count(frame.length)} B
            </span>
          </Button>
        ))}
      <Button
        look="plain"
        {...tip("Lists of frames and streams, a summary, settings and problems, as for a capture")}
        onClick={() => inspector.store.update(expandCapture)}
      >
        All views
      </Button>
    </Row>
  );
}
