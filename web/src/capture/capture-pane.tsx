/** A connection of a capture: its frames, streams, summary, settings and problems. */

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useSelectedConnection, useSession } from "../inspector/inspector";
import { isBare } from "../session/session";
import { Box } from "../ui/box";
import { count } from "../ui/figures";
import { PaneFrame } from "../ui/pane";
import { TabView } from "../ui/tab-view";
import styles from "./capture-pane.module.css";
import { ControlView } from "./control-view";
import { FramesView } from "./frames-view";
import { MissingKeys } from "./missing-keys";
import { ProblemsView } from "./problems-view";
import { StreamsView } from "./streams-view";
import { SummaryView } from "./summary-view";

type CaptureTab = string | null;

/**
 * `actions`: what can be done with a block; `onOpened`: called after a block was opened, in case its panes are not in
 * view; `tab`: the caller's state, if it outlasts this pane.
 */
export function CapturePane(props: {
  actions: ReactNode;
  onOpened?: () => void;
  tab?: [CaptureTab, (tab: CaptureTab) => void];
}) {
  const { actions, onOpened = () => {} } = props;
  const opened = useSession((session) => (session.opened?.status === "ok" ? session.opened : null));
  const own = useState<CaptureTab>(null);
  const [chosen, setTab] = props.tab ?? own;
  const bare = useSession(isBare);
  const connection = useSelectedConnection();
  if (opened === null || opened.connections === null) return null;
  const { problems } = opened;
  const tls = connection?.tls ?? null;
  return (
    <PaneFrame id="capture" className={styles.capture}>
      <h2 id="capture-title" className="sr-only">
        Capture
      </h2>
      {bare && connection === null ? null : bare && tls?.missing ? (
        <Undecrypted tls={tls} missing={tls.missing} problems={problems} />
      ) : (
        <TabView
          look="heads"
          label="Views of the capture"
          parts={[
            { id: "frames", title: "Frames", panel: <FramesView onOpened={onOpened} /> },
            { id: "streams", title: "Streams", panel: <StreamsView onOpened={onOpened} /> },
            { id: "summary", title: "Summary", panel: <SummaryView onOpened={onOpened} /> },
            { id: "settings", title: "Settings", panel: <ControlView onShown={() => setTab("frames")} /> },
            {
              id: "problems",
              title: (
                <>
                  Problems
                  {problems > 0 && <span className={styles.tabCount}>{count(problems)}</span>}
                </>
              ),
              panel: <ProblemsView total={problems} onShown={() => setTab("frames")} />,
            },
          ]}
          // Without frames, the reason.
          chosen={chosen ?? (opened.frames === 0 && problems > 0 ? "problems" : "frames")}
          onChoose={setTab}
        />
      )}
      {opened.blocks > 0 && <div className={styles.captureAction}>{actions}</div>}
    </PaneFrame>
  );
}

/** A connection that can't be decrypted, and problems of the rest of the capture. */
function Undecrypted({ problems, ...missing }: ComponentProps<typeof MissingKeys> & { problems: number }) {
  return (
    <>
      <div className={clsx("scroll", styles.undecrypted)}>
        <Box tone="note" role="note" aria-label="What is missing">
          <MissingKeys {...missing} />
        </Box>
      </div>
      {problems > 1 && (
        <section className={styles.problems} aria-label="Problems">
          <ProblemsView total={problems} onShown={() => {}} />
        </section>
      )}
    </>
  );
}
