/** The builder: blocks, their fields, the representations of each, the bytes and the table, side by side or in tabs. */

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { Bar } from "../../ui/bar";
import { Button } from "../../ui/button";
import { Wrong } from "../../ui/control";
import { Row } from "../../ui/layout";
import { Divider, Group, Panel } from "../../ui/panels";
import { TabView } from "../../ui/tab-view";
import { NARROW, useMedia } from "../../ui/use-media";
import { useComposed, useComposer } from "../composer";
import { isBlank } from "../composition";
import { Beginning } from "./beginning";
import { BlocksPane } from "./blocks-pane";
import styles from "./build.module.css";
import { BuiltBytes, BuiltTable } from "./built-panes";
import { BuiltSession } from "./built-session";
import { HarLists } from "./har-button";
import { RepresentationsPane } from "./representations-pane";
import { RowsPane } from "./rows-pane";
import { SettingsPane } from "./settings-pane";

export function Build() {
  const composer = useComposer();
  const narrow = useMedia(NARROW);
  const problem = useComposed((state) => state.problem);
  useEffect(() => composer.start(), [composer]);
  return (
    <div className={clsx("column", styles.build)}>
      {problem !== null && (
        <Bar role="alert">
          <Wrong>This could not be encoded: {problem}</Wrong>
        </Bar>
      )}
      <Aside />
      <Note />
      <BuiltSession>
        <div className="fill">{narrow ? <Narrow /> : <Wide />}</div>
      </BuiltSession>
      <TotalsAnnouncer />
      <HarLists />
    </div>
  );
}

function Wide() {
  const compact = useMedia("(max-width: 1180px)");
  return (
    <Group id="build-columns" orientation="horizontal">
      <Panel id="build-left" size={compact ? 224 : 276} min={180}>
        <Group id="build-left" orientation="vertical">
          <Panel id="build-blocks" size="40%" min={120}>
            <BlocksPane />
          </Panel>
          <Divider label="Size of the blocks" />
          <Panel id="build-settings" min={120}>
            <SettingsPane />
          </Panel>
        </Group>
      </Panel>
      <Divider label="Width of the left column" />
      <Panel id="build-middle" min={320}>
        <Group id="build-middle" orientation="vertical">
          <Panel id="build-rows" size="62%" min={140}>
            <RowsPane />
          </Panel>
          <Divider label="Size of the bytes" />
          <Panel id="build-bytes" min={110}>
            <BuiltBytes />
          </Panel>
        </Group>
      </Panel>
      <Divider label="Width of the right column" />
      <Panel id="build-right" size={compact ? 316 : 380} min={240}>
        <Group id="build-right" orientation="vertical">
          <Panel id="build-ways" size="56%" min={120}>
            <RepresentationsPane />
          </Panel>
          <Divider label="Size of the representations" />
          <Panel id="build-table" min={120}>
            <BuiltTable />
          </Panel>
        </Group>
      </Panel>
    </Group>
  );
}

function Narrow() {
  const [tab, setTab] = useState("fields");
  const blank = useComposed((state) => isBlank(state.building));
  const parts = [
    {
      id: "fields",
      title: "Fields",
      panel: (
        <>
          <BlocksPane />
          <RowsPane />
        </>
      ),
    },
    { id: "ways", title: "Representations", panel: <RepresentationsPane /> },
    { id: "bytes", title: "Bytes", panel: blank ? <Beginning onOpened={() => setTab("fields")} /> : <BuiltBytes /> },
    { id: "table", title: "Table", panel: <BuiltTable /> },
    { id: "settings", title: "Settings", panel: <SettingsPane /> },
  ];
  return <TabView look="panes" label="Panes" parts={parts} chosen={tab} onChoose={setTab} />;
}

/** Offers the replaced composition again. */
function Aside() {
  const composer = useComposer();
  const aside = useComposed((state) => state.previous);
  if (aside === null) return null;
  return (
    <Bar>
      <p>Your previous blocks were set aside.</p>
      <Row>
        <Button onClick={() => composer.open(aside)}>Bring them back</Button>
        <Button onClick={() => composer.discardPrevious()}>Discard them</Button>
      </Row>
    </Bar>
  );
}

function Note() {
  const composer = useComposer();
  const note = useComposed((state) => state.note);
  return (
    <div role="status">
      {note !== null && (
        <Bar>
          <p>{note}</p>
          <Button onClick={() => composer.showNote(null)}>OK</Button>
        </Bar>
      )}
    </div>
  );
}

/** Announces the totals after a change to screen readers. */
function TotalsAnnouncer() {
  const sums = useComposed((state) => state.answer?.composed.sums ?? null);
  return (
    <p className="sr-only" role="status">
      {sums === null || sums.fields === 0 ? "" : `${sums.bytes} bytes encoded, ${sums.plainBytes} decoded`}
    </p>
  );
}
