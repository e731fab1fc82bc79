/** Tabs. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import styles from "./tab-view.module.css";

export type TabPart<Id extends string> = { id: Id; title: ReactNode; panel: ReactNode; disabled?: boolean };

export function TabView<Id extends string>(props: {
  /** `panes`: instead of panes side by side; `heads`: like the headings of panes. */
  look?: "panes" | "heads";
  label: string;
  parts: readonly TabPart<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** Below all tabs. */
  children?: ReactNode;
}) {
  const { look, parts } = props;
  return (
    <Tabs
      className={styles.tabs}
      data-look={look}
      selectedKey={props.chosen}
      onSelectionChange={(key) => props.onChoose(key as Id)}
    >
      <TabList className={styles.list} aria-label={props.label}>
        {parts.map(({ id, title, disabled = false }) => (
          <Tab key={id} id={id} isDisabled={disabled} className={clsx(styles.tab, look === "heads" && "heading")}>
            {title}
          </Tab>
        ))}
      </TabList>
      {parts.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {panel}
        </TabPanel>
      ))}
      {props.children}
    </Tabs>
  );
}
