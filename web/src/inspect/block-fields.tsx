/** The selected block’s list, below the frames of a capture that has few of them. */
import { EncodeThis } from "../encode/encode-this";
import { ExplainThis } from "../explain/explain-this";
import { useSelectedBlock, useSession } from "../inspector/inspector";
import { FieldsPane } from "../panes/fields-pane";
import { hasCaptureLayout, isCapture, isOpen } from "../session/session";
import styles from "./inspect-view.module.css";
import { CompareButton, FrameStrip } from "./lazy-panes";

/** True for errors, and for a warning about the selected block. */
export function useHasVerdict(): boolean {
  const hasFault = useSession((session) => isOpen(session) && session.opened.faults > 0);
  const warnings = useSelectedBlock()?.warnings ?? 0;
  return hasFault || warnings > 0;
}

export function BlockFields() {
  const isBrief = useSession((session) => isCapture(session) && !hasCaptureLayout(session));
  const hasVerdict = useHasVerdict();
  return (
    <FieldsPane
      above={
        isBrief && (
          <div className={styles.strip}>
            <FrameStrip />
          </div>
        )
      }
      // The verdict has it.
      actions={(block) => !hasVerdict && <ExplainThis block={block} />}
      more={(block) => (
        <>
          <CompareButton />
          <EncodeThis block={block} />
        </>
      )}
    />
  );
}
