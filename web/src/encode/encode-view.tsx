/** The other side of the decoder: blocks built field by field, and a whole connection encoded in another way. */

import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useNavigate } from "../app/app-context";
import type { EncodeTab } from "../session/link";
import { ViewTitle } from "../ui/title";
import { Build } from "./build/build";
import styles from "./encode-view.module.css";
import { WhatIf } from "./what-if/what-if";

export default function EncodeView({ tab }: { tab: EncodeTab }) {
  const navigate = useNavigate();
  return (
    <>
      <ViewTitle parts={tab === "build" ? ["Encode"] : ["What if", "Encode"]} />
      <Tabs
        className={styles.encode}
        selectedKey={tab}
        onSelectionChange={(key) => navigate("encode", key as EncodeTab)}
      >
        <TabList className={styles.encodeTabs} aria-label="Parts of the Encode view">
          <Tab id="build">Build</Tab>
          <Tab id="what-if">What if</Tab>
        </TabList>
        <TabPanel id="build" className={styles.encodePart}>
          <Build />
        </TabPanel>
        <TabPanel id="what-if" className={styles.encodePart}>
          <WhatIf />
        </TabPanel>
      </Tabs>
    </>
  );
}
