/** The panes of Inspect in tabs, for a narrow window. */
import { useState } from "react";
import { isCapture, isOpen } from "../session/session";
import { type TabPart, TabView } from "../ui/tab-view";
import { BlocksPane } from "./blocks-pane";
import { BytesPane } from "./bytes-pane";
import { FieldsPane } from "./fields-pane";
import { InputPane } from "./input-pane";
import { useSession } from "./inspector";
import { CapturePane, ConnectionsPane, TimingPane } from "./lazy-panes";
import { StepPane } from "./step-pane";
import { Stepper } from "./stepper";
import { TablePane } from "./table-pane";

/** Tabs that are about the selected block. */
const OF_A_BLOCK = ["fields", "step", "table", "time"];

export function NarrowView() {
  const rows = useSession((session) => (isOpen(session) ? session.opened.rows : null));
  const capture = useSession(isCapture);
  // Of a connection without header blocks there is nothing to show of a block.
  const isBare = useSession((session) => isCapture(session) && !isOpen(session));
  const [chosen, setTab] = useState("fields");
  const parts: TabPart<string>[] = [
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
    ...(capture ? [{ id: "frames", title: "Frames", panel: <CapturePane onOpened={() => setTab("fields")} /> }] : []),
    {
      id: "fields",
      title: "Fields",
      panel: (
        <>
          <BytesPane />
          <FieldsPane />
        </>
      ),
    },
    { id: "step", title: "Step", panel: <StepPane /> },
    { id: "table", title: "Table", panel: <TablePane stepper={false} /> },
    { id: "time", title: "Time", panel: <TimingPane /> },
  ];
  return (
    <TabView
      look="panes"
      label="Panes"
      parts={parts.map((part) => ({ ...part, disabled: isBare && OF_A_BLOCK.includes(part.id) }))}
      chosen={isBare && OF_A_BLOCK.includes(chosen) ? "frames" : chosen}
      onChoose={setTab}
    >
      {rows !== null && <Stepper rows={rows} />}
    </TabView>
  );
}
