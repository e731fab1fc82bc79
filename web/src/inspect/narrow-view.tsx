import { useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../inspector/inspector";
import { BlocksPane } from "../panes/blocks-pane";
import { TimingPane } from "../panes/lazy-panes";
import { StepPane } from "../panes/step-pane";
import { Stepper } from "../panes/stepper";
import { TablePane } from "../panes/table-pane";
import { useDetails } from "../session/preferences";
import { hasCaptureLayout, isOpen, isRefused } from "../session/session";
import { type TabPart, TabView } from "../ui/tab-view";
import { BlockFields } from "./block-fields";
import { InputPane } from "./input-pane";
import { CapturePane, CompareButton, ConnectionsPane } from "./lazy-panes";
import { isIntroduced } from "./opener";

/** Tabs that are about the selected block. */
const OF_A_BLOCK = ["fields", "step", "table", "time"];

export function NarrowView() {
  const rows = useSession((session) => (isOpen(session) ? session.opened.rows : null));
  const capture = useSession(hasCaptureLayout);
  // A connection without header blocks has nothing to show in these tabs.
  const isBare = useSession((session) => hasCaptureLayout(session) && !isOpen(session));
  const refused = useSession(isRefused);
  const isIntro = useSession(isIntroduced);
  const details = useDetails();
  const [chosen, setTab] = useState("fields");
  const captureTab = useState<string | null>(null);
  const wasRefused = useRef(false);
  // A refused text is mended in its field, or replaced.
  useLayoutEffect(() => {
    if (refused) setTab("input");
    else if (wasRefused.current && document.activeElement?.id !== "input-text") setTab("fields");
    wasRefused.current = refused;
  }, [refused]);
  const parts: TabPart<string>[] = [
    ...(isIntro
      ? []
      : [
          {
            id: "input",
            title: "Input",
            panel: (
              <>
                <InputPane />
                {capture ? <ConnectionsPane /> : <BlocksPane />}
              </>
            ),
          },
        ]),
    ...(capture
      ? [
          {
            id: "frames",
            title: "Frames",
            panel: <CapturePane actions={<CompareButton />} tab={captureTab} onOpened={() => setTab("fields")} />,
          },
        ]
      : []),
    {
      id: "fields",
      title: "Fields",
      panel: <BlockFields />,
    },
    { id: "step", title: "Step", panel: <StepPane hasVerdict /> },
    { id: "table", title: "Table", panel: <TablePane stepper={false} /> },
    ...(details ? [{ id: "time", title: "Time", panel: <TimingPane /> }] : []),
  ];
  return (
    <TabView
      look="panes"
      label="Panes"
      parts={parts.map((part) => ({
        ...part,
        disabled: (isBare || refused) && OF_A_BLOCK.includes(part.id),
      }))}
      chosen={isBare && OF_A_BLOCK.includes(chosen) ? "frames" : isIntro && chosen === "input" ? "fields" : chosen}
      onChoose={setTab}
    >
      {rows !== null && <Stepper rows={rows} />}
    </TabView>
  );
}
