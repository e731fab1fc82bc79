/** A connection of a capture: its frames in time, its streams, its sum, its settings, and what is worth knowing of the file. */

import { clsx } from "clsx";
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { CompareButton } from "../compare/compare-button";
import { useSession } from "../inspect/inspector";

import { count } from "../ui/figures";
import styles from "./capture-pane.module.css";
import { ControlView } from "./control-view";
import { FramesView } from "./frames-view";
import { ProblemsView } from "./problems-view";
import { StreamsView } from "./streams-view";
import { SummaryView } from "./summary-view";

/** `onOpened`: a block was chosen to be looked at, where that is not in view beside this. */
export function CapturePane({ onOpened = () => {} }: { onOpened?: () => void }) {
  const opened = useSession((session) => (session.opened?.status === "ok" ? session.opened : null));
  const [chosen, setTab] = useState<string | null>(null);
  if (opened === null || opened.connections === null) return null;
  // Where no frame could be read, why.
  const tab = chosen ?? (opened.frames === 0 && opened.problems > 0 ? "problems" : "frames");
  return (
    <section className={clsx("pane", styles.capture)} id="capture" aria-labelledby="capture-title">
      <h2 id="capture-title" className="sr-only">
        Capture
      </h2>
      <Tabs className={styles.captureTabs} selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <TabList className={styles.captureTabList} aria-label="Views of the capture">
          <Tab id="frames">Frames</Tab>
          <Tab id="streams">Streams</Tab>
          <Tab id="summary">Summary</Tab>
          <Tab id="settings">Settings</Tab>
          <Tab id="problems">
            Problems
            {opened.problems > 0 && <span className={styles.tabCount}>{count(opened.problems)}</span>}
          </Tab>
        </TabList>
        <TabPanel id="frames" className={styles.capturePanel}>
          <FramesView onOpened={onOpened} />
        </TabPanel>
        <TabPanel id="streams" className={styles.capturePanel}>
          <StreamsView onOpened={onOpened} />
        </TabPanel>
        <TabPanel id="summary" className={styles.capturePanel}>
          <SummaryView onOpened={onOpened} />
        </TabPanel>
        <TabPanel id="settings" className={styles.capturePanel}>
          <ControlView onShown={() => setTab("frames")} />
        </TabPanel>
        <TabPanel id="problems" className={styles.capturePanel}>
          <ProblemsView total={opened.problems} onShown={() => setTab("frames")} />
        </TabPanel>
      </Tabs>
      {opened.blocks > 0 && (
        <div className={styles.captureAction}>
          <CompareButton />
        </div>
      )}
    </section>
  );
}
