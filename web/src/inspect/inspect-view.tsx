/** The Inspect view: seven panes side by side, or in tabs in a narrow window. */
import { useEffect, useState } from "react";
import { EncodeThis } from "../encode/encode-this";
import { useReader, useSelectedBlock, useSession } from "../inspector/inspector";
import { BlocksPane } from "../panes/blocks-pane";
import { BytesPane } from "../panes/bytes-pane";
import { FieldsPane } from "../panes/fields-pane";
import { CopySelection, TimingPane } from "../panes/lazy-panes";
import { StepAnnouncer } from "../panes/step-announcer";
import { StepPane } from "../panes/step-pane";
import { TablePane } from "../panes/table-pane";
import { setTimesShown, timesShown } from "../session/preferences";
import { isCapture } from "../session/session";
import { lazyComponent, loadSoon } from "../ui/lazy-component";
import { Divider, Group, Panel } from "../ui/panels";
import { ViewTitle } from "../ui/title";
import { NARROW, useMedia } from "../ui/use-media";
import { InputPane } from "./input-pane";
import { CapturePane, CompareButton, ConnectionsPane } from "./lazy-panes";
import { useMeasuringAtRest } from "./use-measuring-at-rest";

/** Height of a pane's heading, CSS pixels. */
const HEADING = 40;

const NarrowView = lazyComponent(async () => (await import("./narrow-view")).NarrowView);

export function InspectView() {
  const narrow = useMedia(NARROW);
  useMeasuringAtRest();
  // Loaded after the decoder has answered, so that they don't delay it.
  const hasBlock = useSelectedBlock() !== null;
  const { ready } = useReader();
  useEffect(() => {
    if (hasBlock) ready.then(loadSoon, () => {});
  }, [hasBlock, ready]);
  return (
    <>
      <ViewTitle parts={["Inspect"]} />
      <StepAnnouncer />
      <CopySelection />
      {narrow ? <NarrowView /> : <Wide />}
    </>
  );
}

function Wide() {
  const compact = useMedia("(max-width: 1180px)");
  const capture = useSession(isCapture);
  // Pane sizes are remembered for each kind of layout.
  const kind = `${compact ? "compact" : "wide"}${capture ? "-capture" : ""}`;
  const [shown, setShown] = useState(timesShown);

  function show(shown: boolean) {
    setShown(shown);
    setTimesShown(shown);
  }

  const rows = `${kind}-rows${shown ? "" : "-timeless"}`;
  return (
    <Group key={rows} id={rows} orientation="vertical">
      <Panel id="top" min={320}>
        <Group id={`${kind}-columns`} orientation="horizontal">
          <Panel id="left" size={compact ? 218 : 276} min={176}>
            <Group id={`${kind}-left`} orientation="vertical">
              <Panel id="input-panel" size={capture ? "34%" : "48%"} min={160}>
                <InputPane />
              </Panel>
              <Divider label="Resize Input pane" />
              <Panel id="blocks-panel" min={120}>
                {capture ? <ConnectionsPane /> : <BlocksPane actions={<CompareButton />} />}
              </Panel>
            </Group>
          </Panel>
          <Divider label="Width of the left column" />
          {capture && compact ? (
            <Panel id="capture-and-block" min={581}>
              <Group id={`${kind}-capture-rows`} orientation="vertical">
                <Panel id="capture-panel" size="36%" min={120}>
                  <CapturePane actions={<CompareButton />} />
                </Panel>
                <Divider label="Size of the capture" />
                <Panel id="block-panel" min={200}>
                  <Group id={`${kind}-block-columns`} orientation="horizontal">
                    {blockColumns(kind, compact, false)}
                  </Group>
                </Panel>
              </Group>
            </Panel>
          ) : (
            blockColumns(kind, compact, capture)
          )}
        </Group>
      </Panel>
      <Divider label="Size of the timing" />
      <Panel id="bottom" size={shown ? 136 : HEADING} min={shown ? 96 : HEADING} max={shown ? undefined : HEADING}>
        <TimingPane shown={shown} setShown={show} />
      </Panel>
    </Group>
  );
}

/** Panels of the panes about one block, below the frames of a `capture`, and of those about one step. */
function blockColumns(kind: string, compact: boolean, capture: boolean) {
  return (
    <>
      <Panel id="middle" min={340}>
        <Group id={`${kind}-middle`} orientation="vertical">
          {capture && (
            <>
              <Panel id="capture-panel" size="53%" min={120}>
                <CapturePane actions={<CompareButton />} />
              </Panel>
              <Divider label="Size of the capture" />
            </>
          )}
          <Panel id="bytes-panel" size={capture ? "24%" : kind === "compact-capture" ? "42%" : "33%"} min={120}>
            <BytesPane actions={(block) => <EncodeThis block={block} />} />
          </Panel>
          <Divider label="Size of the bytes" />
          <Panel id="fields-panel" min={120}>
            <FieldsPane />
          </Panel>
        </Group>
      </Panel>
      <Divider label="Width of the right column" />
      <Panel id="right" size={compact ? 316 : 380} min={240}>
        <Group id={`${kind}-right`} orientation="vertical">
          <Panel id="step-panel" size={capture ? "45%" : "55%"} min={120}>
            <StepPane />
          </Panel>
          <Divider label="Size of this step" />
          <Panel id="table-panel" min={140}>
            <TablePane />
          </Panel>
        </Group>
      </Panel>
    </>
  );
}
