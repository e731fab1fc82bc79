/** Tabs. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { count } from "./figures";
import styles from "./tab-view.module.css";

export type TabPart<Id extends string> = {
  id: Id;
  title: ReactNode;
  /** How many there are of what the tab shows. */
  total?: number | undefined;
  panel: ReactNode;
  disabled?: boolean;
};

export function TabView<Id extends string>(props: {
  /** `panes`: instead of panes side by side; `views`: of what is open. */
  look?: "panes" | "views";
  label: string;
  parts: readonly TabPart<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** In the line of the tabs. */
  before?: ReactNode;
  after?: ReactNode;
  /** The place of the chosen panel, below the tabs. */
  place?: (panel: ReactNode) => ReactNode;
  /** Below all tabs. */
  children?: ReactNode;
}) {
  const { parts, place = (panel) => panel } = props;
  return (
    <Tabs
      className={clsx("column fill", styles.tabs)}
      data-look={props.look}
      selectedKey={props.chosen}
      onSelectionChange={(key) => props.onChoose(key as Id)}
    >
      <div className={styles.line}>
        {props.before}
        <TabList className={styles.list} aria-label={props.label}>
          {parts.map(({ id, title, total, disabled = false }) => (
            <Tab key={id} id={id} isDisabled={disabled} className={styles.tab}>
              {title}
              {total !== undefined && (
                <>
                  {" "}
                  <span className={styles.total}>{count(total)}</span>
                </>
              )}
            </Tab>
          ))}
        </TabList>
        {props.after}
      </div>
      {place(
        parts.map(({ id, panel }) => (
          <TabPanel key={id} id={id} className={clsx("column fill", styles.panel)}>
            {panel}
          </TabPanel>
        )),
      )}
      {props.children}
    </Tabs>
  );
}
