/** The selected block’s list, below the blocks of its stream, or the frames of a capture that has few of them. */
import { commandProps } from "../commands/command-props";
import { EncodeThis } from "../encode/encode-this";
import { ExplainThis } from "../explain/explain-this";
import { FieldsPane } from "../panes/fields-pane";
import { useSelectedBlock, useSession } from "../session/inspector";
import { hasBlocks, hasCaptureLayout, isCapture } from "../session/session";
import { Button } from "../ui/button";
import { handlerOf } from "../ui/command-handlers";
import { NARROW, useMedia } from "../ui/use-media";
import styles from "./inspect-view.module.css";
import { CompareButton, FrameStrip, StreamBlocks } from "./lazy-panes";
import { isIntroduced } from "./opener";

/** True for errors, and for a warning about the selected block. */
export function useHasVerdict(): boolean {
  const hasError = useSession((session) => hasBlocks(session) && session.opened.undecodableBlocks > 0);
  const warnings = useSelectedBlock()?.warnings ?? 0;
  return hasError || warnings > 0;
}

export function BlockFields() {
  const hasFrames = useSession(isCapture);
  const capture = useSession(hasCaptureLayout);
  const hasVerdict = useHasVerdict();
  const isCompact = useMedia("(max-width: 1180px)");
  const isPhone = useMedia("(max-width: 480px)");
  const narrow = useMedia(NARROW);
  const isIntro = useSession(isIntroduced);
  // A verdict has both; the introduction has no “⋯”.
  const explains = hasVerdict ? null : isPhone && !isIntro ? "more" : "head";
  const presents = hasVerdict ? null : isCompact ? "more" : "head";
  return (
    <FieldsPane
      above={hasFrames && <div className={styles.strip}>{capture ? <StreamBlocks /> : <FrameStrip />}</div>}
      actions={(block) => (
        <>
          {explains === "head" && <ExplainThis block={block} />}
          {presents === "head" && <PresentThis />}
        </>
      )}
      more={(block) => (
        <>
          {explains === "more" && <ExplainThis block={block} />}
          {presents === "more" && <PresentThis />}
          {(!capture || narrow) && <CompareButton />}
          <EncodeThis block={block} />
        </>
      )}
    />
  );
}

function PresentThis() {
  return (
    <Button data-kept="" {...commandProps("present")} onClick={() => handlerOf("present")?.(null)}>
      Present
    </Button>
  );
}
