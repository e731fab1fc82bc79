/** A connection of a capture: its requests, frames, summary, settings and problems, with the selected block beside them. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { FindField } from "../panes/lazy-panes";
import { useCachedOrLast, useInspector, useSelectedConnection, useSession } from "../session/inspector";
import { type CaptureTab, isWithoutFrames } from "../session/session";
import { useCommandHandler } from "../ui/command-handlers";
import { PaneFrame } from "../ui/pane";
import { Divider, Group, Panel } from "../ui/panels";
import { focusPane } from "../ui/panes";
import { type TabPart, TabView } from "../ui/tab-view";
import styles from "./capture-view.module.css";
import { ControlView } from "./control-view";
import { FramesView } from "./frames-view";
import { MissingKeys } from "./missing-keys";
import { ProblemsView } from "./problems-view";
import { RequestsView } from "./requests-view";
import { firstStreams } from "./streams";
import { SummaryView } from "./summary-view";

type Props = {
  /** The pane of the text, if it was pasted. */
  input: ReactNode;
  /** The selected block’s panes, if there is room for them. */
  block?: ReactNode;
  /** Called after a block was opened, in case its panes are not in view. */
  onOpened?: () => void;
};

export function CaptureView({ input, block, onOpened = () => {} }: Props) {
  const inspector = useInspector();
  const opened = useSession((session) => (session.opened?.status === "ok" ? session.opened : null));
  const tab = useSession((session) => session.timeline.tab);
  const only = useSession((session) => session.timeline.filter.text);
  const bare = useSession(isWithoutFrames);
  const connection = useSelectedConnection();
  const streams = useCachedOrLast(firstStreams)?.total;
  if (opened === null || opened.connections === null) return null;
  const { problems } = opened;
  if (bare && connection === null) return null;
  const undecrypted = bare && connection?.tls?.missing ? connection.tls : null;
  const parts: TabPart<CaptureTab>[] = [
    ...(input === null ? [] : [{ id: "input" as const, title: "Input", panel: input }]),
    {
      id: "requests",
      title: "Requests",
      total: streams,
      panel: undecrypted === null ? <RequestsView onOpened={onOpened} /> : <MissingKeys tls={undecrypted} />,
    },
    { id: "frames", title: "Frames", total: opened.frames, panel: <FramesView onOpened={onOpened} /> },
    { id: "summary", title: "Summary", panel: <SummaryView onOpened={onOpened} /> },
    { id: "settings", title: "Settings", panel: <ControlView /> },
    { id: "problems", title: "Problems", total: problems, panel: <ProblemsView total={problems} /> },
  ];
  // Without frames, the reason.
  const usual = opened.frames === 0 && problems > 0 && undecrypted === null ? "problems" : "requests";
  return (
    <TabView
      look="views"
      label="Views of the capture"
      parts={parts}
      chosen={parts.find(({ id }) => id === tab)?.id ?? usual}
      onChoose={(tab) => inspector.showTab(tab)}
      after={
        opened.blocks > 0 && (
          <search className={clsx("small", styles.find)}>
            <FindField only={only} setOnly={(text) => inspector.filterFrames({ text })} />
          </search>
        )
      }
      place={(panel) => {
        const pane = (
          <PaneFrame id="capture">
            <h2 id="capture-title" className="sr-only">
              Capture
            </h2>
            {panel}
          </PaneFrame>
        );
        if (block === undefined || bare) return pane;
        return (
          <Group id="capture-columns" orientation="horizontal">
            <Panel id="capture-panel" size="39%" min={360}>
              {pane}
            </Panel>
            <Divider label="Width of the list" />
            <Panel id="block-panel" min={340}>
              {block}
            </Panel>
          </Group>
        );
      }}
    >
      {input !== null && <InputCommand />}
    </TabView>
  );
}

/** Opens the tab of the text. */
function InputCommand() {
  const inspector = useInspector();
  useCommandHandler("pane:input", () => {
    flushSync(() => inspector.showTab("input"));
    return focusPane("input");
  });
  return null;
}
