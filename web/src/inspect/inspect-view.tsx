/** The Inspect view: seven panes beside each other, or in tabs where the window is narrow. */

import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Group, Panel, useDefaultLayout } from "react-resizable-panels";
import { CapturePane } from "../capture/capture-pane";
import { ConnectionsPane } from "../capture/connections-pane";
import { isCapture, isOpen } from "../session/session";
import { localKept } from "../session/storage";
import { ResizeHandle } from "../ui/resize-handle";
import { ViewTitle } from "../ui/title";
import { NARROW, useMedia } from "../ui/use-media";
import { BlocksPane } from "./blocks-pane";
import { BytesPane } from "./bytes-pane";
import { CopySelection } from "./copy-selection";
import { FieldsPane } from "./fields-pane";
import { InputPane } from "./input-pane";
import styles from "./inspect-view.module.css";
import { useSession } from "./inspector";
import { SaidStep } from "./said-step";
import { StepPane } from "./step-pane";
import { Stepper } from "./stepper";
import { TablePane } from "./table-pane";
import { TimingPane, useMeasuringAtRest } from "./timing-pane";

export function InspectView() {
  const narrow = useMedia(NARROW);
  useMeasuringAtRest();
  return (
    <>
      <ViewTitle parts={["Inspect"]} />
      <SaidStep />
      <CopySelection />
      {narrow ? <Narrow /> : <Wide />}
    </>
  );
}

function Wide() {
  const compact = useMedia("(max-width: 1180px)");
  const capture = useSession(isCapture);
  // Sizes that suit one width do not suit another: each is remembered by itself.
  const kind = `${compact ? "compact" : "wide"}${capture ? "-capture" : ""}`;
  return (
    <SizedGroup key={kind} id={`${kind}-rows`} orientation="vertical">
      <Panel id="top" minSize={320}>
        <SizedGroup id={`${kind}-columns`} orientation="horizontal">
          <Panel id="left" defaultSize={compact ? 218 : 276} minSize={180} groupResizeBehavior="preserve-pixel-size">
            <SizedGroup id={`${kind}-left`} orientation="vertical">
              <Panel id="input-panel" defaultSize={capture ? "34%" : "48%"} minSize={160}>
                <InputPane />
              </Panel>
              <ResizeHandle label="Size of the input" />
              <Panel id="blocks-panel" minSize={120}>
                {capture ? <ConnectionsPane /> : <BlocksPane />}
              </Panel>
            </SizedGroup>
          </Panel>
          <ResizeHandle label="Width of the left column" />
          {capture ? (
            <Panel id="capture-and-block" minSize={600}>
              <SizedGroup id={`${kind}-capture-rows`} orientation="vertical">
                <Panel id="capture-panel" defaultSize="36%" minSize={120}>
                  <CapturePane />
                </Panel>
                <ResizeHandle label="Size of the capture" />
                <Panel id="block-panel" minSize={200}>
                  <SizedGroup id={`${kind}-block-columns`} orientation="horizontal">
                    {blockColumns(kind, compact)}
                  </SizedGroup>
                </Panel>
              </SizedGroup>
            </Panel>
          ) : (
            blockColumns(kind, compact)
          )}
        </SizedGroup>
      </Panel>
      <ResizeHandle label="Size of the timing" />
      <Panel id="bottom" defaultSize={136} minSize={96} groupResizeBehavior="preserve-pixel-size">
        <TimingPane />
      </Panel>
    </SizedGroup>
  );
}

/** The panes about one block, side by side: panels of the group that they stand in. */
function blockColumns(kind: string, compact: boolean) {
  return (
    <>
      <Panel id="middle" minSize={340}>
        <SizedGroup id={`${kind}-middle`} orientation="vertical">
          <Panel id="bytes-panel" defaultSize={kind === "compact-capture" ? "42%" : "33%"} minSize={120}>
            <BytesPane />
          </Panel>
          <ResizeHandle label="Size of the bytes" />
          <Panel id="fields-panel" minSize={120}>
            <FieldsPane />
          </Panel>
        </SizedGroup>
      </Panel>
      <ResizeHandle label="Width of the right column" />
      <Panel id="right" defaultSize={compact ? 316 : 380} minSize={260} groupResizeBehavior="preserve-pixel-size">
        <SizedGroup id={`${kind}-right`} orientation="vertical">
          <Panel id="step-panel" defaultSize="55%" minSize={120}>
            <StepPane />
          </Panel>
          <ResizeHandle label="Size of this step" />
          <Panel id="table-panel" minSize={140}>
            <TablePane />
          </Panel>
        </SizedGroup>
      </Panel>
    </>
  );
}

/** A group whose sizes are remembered on this machine. */
function SizedGroup({
  id,
  orientation,
  children,
}: Pick<Parameters<typeof Group>[0], "orientation" | "children"> & { id: string }) {
  const layout = useDefaultLayout({ id, storage: localKept, onlySaveAfterUserInteractions: true });
  return (
    <Group
      id={id}
      className={styles.group}
      orientation={orientation}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      {children}
    </Group>
  );
}

/** Tabs that are about the selected block. */
const OF_A_BLOCK = ["fields", "step", "table", "time"];

function Narrow() {
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
