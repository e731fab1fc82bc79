/** The Inspect view: seven panes beside each other, or in tabs where the window is narrow. */
import { useEffect, useState } from "react";
import { Group, Panel, useDefaultLayout } from "react-resizable-panels";
import { setTimesShown, timesShown } from "../session/preferences";
import { isCapture } from "../session/session";
import { localKept } from "../session/storage";
import { lazily, loadSoon } from "../ui/lazily";
import { ResizeHandle } from "../ui/resize-handle";
import { ViewTitle } from "../ui/title";
import { NARROW, useMedia } from "../ui/use-media";
import { BlocksPane } from "./blocks-pane";
import { BytesPane } from "./bytes-pane";
import { FieldsPane } from "./fields-pane";
import { InputPane } from "./input-pane";
import styles from "./inspect-view.module.css";
import { useSelectedBlock, useSession } from "./inspector";
import { CapturePane, ConnectionsPane, CopySelection, TimingPane } from "./lazy-panes";
import { SaidStep } from "./said-step";
import { StepPane } from "./step-pane";
import { TablePane } from "./table-pane";
import { useMeasuringAtRest } from "./use-measuring-at-rest";

/** A pane's heading alone, pixels. */
const HEADING = 40;

const NarrowView = lazily(async () => (await import("./narrow-view")).NarrowView);

export function InspectView() {
  const narrow = useMedia(NARROW);
  useMeasuringAtRest();
  // Not before the decoder is there and has answered: they would be loaded in its place.
  const hasBlock = useSelectedBlock() !== null;
  useEffect(() => {
    if (hasBlock) loadSoon();
  }, [hasBlock]);
  return (
    <>
      <ViewTitle parts={["Inspect"]} />
      <SaidStep />
      <CopySelection />
      {narrow ? <NarrowView /> : <Wide />}
    </>
  );
}

function Wide() {
  const compact = useMedia("(max-width: 1180px)");
  const capture = useSession(isCapture);
  // Sizes that suit one width do not suit another: each is remembered by itself.
  const kind = `${compact ? "compact" : "wide"}${capture ? "-capture" : ""}`;
  const [shown, setShown] = useState(timesShown);

  function show(shown: boolean) {
    setShown(shown);
    setTimesShown(shown);
  }

  const rows = `${kind}-rows${shown ? "" : "-timeless"}`;
  return (
    <SizedGroup key={rows} id={rows} orientation="vertical">
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
          {capture && compact ? (
            <Panel id="capture-and-block" minSize={600}>
              <SizedGroup id={`${kind}-capture-rows`} orientation="vertical">
                <Panel id="capture-panel" defaultSize="36%" minSize={120}>
                  <CapturePane />
                </Panel>
                <ResizeHandle label="Size of the capture" />
                <Panel id="block-panel" minSize={200}>
                  <SizedGroup id={`${kind}-block-columns`} orientation="horizontal">
                    {blockColumns(kind, compact, false)}
                  </SizedGroup>
                </Panel>
              </SizedGroup>
            </Panel>
          ) : (
            blockColumns(kind, compact, capture)
          )}
        </SizedGroup>
      </Panel>
      <ResizeHandle label="Size of the timing" />
      <Panel
        id="bottom"
        defaultSize={shown ? 136 : HEADING}
        minSize={shown ? 96 : HEADING}
        maxSize={shown ? "100%" : HEADING}
        groupResizeBehavior="preserve-pixel-size"
      >
        <TimingPane shown={shown} setShown={show} />
      </Panel>
    </SizedGroup>
  );
}

/** The panes about one block, below the frames where `capture`, and those about one step: panels of a group. */
function blockColumns(kind: string, compact: boolean, capture: boolean) {
  return (
    <>
      <Panel id="middle" minSize={340}>
        <SizedGroup id={`${kind}-middle`} orientation="vertical">
          {capture && (
            <>
              <Panel id="capture-panel" defaultSize="53%" minSize={120}>
                <CapturePane />
              </Panel>
              <ResizeHandle label="Size of the capture" />
            </>
          )}
          <Panel
            id="bytes-panel"
            defaultSize={capture ? "24%" : kind === "compact-capture" ? "42%" : "33%"}
            minSize={120}
          >
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
          <Panel id="step-panel" defaultSize={capture ? "45%" : "55%"} minSize={120}>
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
