/** The selected block’s list, below the frames of a capture that has few of them. */
import { BlockActions } from "../explain/block-actions";
import { useSession } from "../inspector/inspector";
import { FieldsPane } from "../panes/fields-pane";
import { hasCaptureLayout, isCapture } from "../session/session";
import styles from "./inspect-view.module.css";
import { FrameStrip } from "./lazy-panes";

export function BlockFields() {
  const isBrief = useSession((session) => isCapture(session) && !hasCaptureLayout(session));
  return (
    <FieldsPane
      above={
        isBrief && (
          <div className={styles.strip}>
            <FrameStrip />
          </div>
        )
      }
      actions={(block) => <BlockActions block={block} />}
    />
  );
}
