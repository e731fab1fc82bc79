/** The panes of Inspect in tabs, for a narrow window. */
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { isCapture, isOpen } from "../session/session";
import { BlocksPane } from "./blocks-pane";
import { BytesPane } from "./bytes-pane";
import { FieldsPane } from "./fields-pane";
import { InputPane } from "./input-pane";
import styles from "./inspect-view.module.css";
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
  const tab = isBare && OF_A_BLOCK.includes(chosen) ? "frames" : chosen;
  return (
    <Tabs className={styles.tabs} selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
      <TabList className={styles.tabList} aria-label="Panes">
        <Tab id="input">Input</Tab>
        {capture && <Tab id="frames">Frames</Tab>}
        <Tab id="fields" isDisabled={isBare}>
          Fields
        </Tab>
        <Tab id="step" isDisabled={isBare}>
          Step
        </Tab>
        <Tab id="table" isDisabled={isBare}>
          Table
        </Tab>
        <Tab id="time" isDisabled={isBare}>
          Time
        </Tab>
      </TabList>
      <TabPanel id="input" className={styles.tabPanel}>
        <InputPane />
        {capture ? <ConnectionsPane /> : <BlocksPane />}
      </TabPanel>
      {capture && (
        <TabPanel id="frames" className={styles.tabPanel}>
          <CapturePane onOpened={() => setTab("fields")} />
        </TabPanel>
      )}
      <TabPanel id="fields" className={styles.tabPanel}>
        <BytesPane />
        <FieldsPane />
      </TabPanel>
      <TabPanel id="step" className={styles.tabPanel}>
        <StepPane />
      </TabPanel>
      <TabPanel id="table" className={styles.tabPanel}>
        <TablePane stepper={false} />
      </TabPanel>
      <TabPanel id="time" className={styles.tabPanel}>
        <TimingPane />
      </TabPanel>
      {rows !== null && <Stepper rows={rows} />}
    </Tabs>
  );
}
