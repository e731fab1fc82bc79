/** The Inspect view: what is open, and the panes about it, in tabs where the window is narrow. */
import { useEffect } from "react";
import { useReader, useSelectedBlock, useSession } from "../inspector/inspector";
import { BlocksPane } from "../panes/blocks-pane";
import { CopySelection, TimingPane } from "../panes/lazy-panes";
import { StepAnnouncer } from "../panes/step-announcer";
import { StepPane } from "../panes/step-pane";
import { TablePane } from "../panes/table-pane";
import { useMeasuringAtRest } from "../panes/use-measuring-at-rest";
import { useDetails } from "../session/preferences";
import { hasCaptureLayout, isBare, isRefused } from "../session/session";
import { lazyComponent, loadSoon } from "../ui/lazy-component";
import { Divider, Group, Panel } from "../ui/panels";
import { ViewTitle } from "../ui/title";
import { NARROW, useMedia } from "../ui/use-media";
import { BlockFields, useHasVerdict } from "./block-fields";
import { InputPane } from "./input-pane";
import styles from "./inspect-view.module.css";
import { CapturePane, CompareButton, ConnectionsPane, Refusal, Verdict } from "./lazy-panes";
import { isIntroduced, Opener } from "./opener";

const NarrowView = lazyComponent(async () => (await import("./narrow-view")).NarrowView);

export function InspectView() {
  const narrow = useMedia(NARROW);
  useMeasuringAtRest();
  // Not before the decoder is there and has answered: they would be loaded in its place.
  const hasBlock = useSelectedBlock() !== null;
  const { ready } = useReader();
  useEffect(() => {
    if (hasBlock) ready.then(loadSoon, () => {});
  }, [hasBlock, ready]);
  const isIntro = useSession(isIntroduced);
  const isEmpty = useSession((session) => isIntroduced(session) && isRefused(session));
  const isUnread = useSession(({ opened }) => opened?.status === "refused");
  const hasVerdict = useHasVerdict();
  return (
    <>
      <ViewTitle parts={["Inspect"]} />
      <StepAnnouncer />
      <CopySelection />
      <div className={styles.inspect} data-intro={isIntro || undefined}>
        <Opener />
        {hasVerdict && <Verdict />}
        {narrow && isUnread && !isEmpty && <Refusal />}
        {isEmpty ? null : narrow ? <NarrowView /> : <Wide isIntro={isIntro} />}
      </div>
    </>
  );
}

function Wide({ isIntro }: { isIntro: boolean }) {
  const compact = useMedia("(max-width: 1180px)");
  const capture = useSession(hasCaptureLayout);
  const bare = useSession(isBare);
  const refused = useSession(isRefused);
  const details = useDetails();
  // Sizes that suit one width do not suit another: each is remembered by itself.
  const kind = `${compact ? "compact" : "wide"}${capture ? "-capture" : isIntro ? "-intro" : ""}`;
  const rows = `${kind}-rows${details ? "" : "-timeless"}`;
  return (
    <Group key={rows} id={rows} orientation="vertical">
      <Panel id="top" min={320}>
        <Group id={`${kind}-columns`} orientation="horizontal">
          {!isIntro && (
            <>
              <Panel id="left" size={compact ? 218 : 276} min={176}>
                <Group id={`${kind}-left`} orientation="vertical">
                  <Panel id="input-panel" {...(refused ? {} : { size: capture ? "34%" : "48%" })} min={160}>
                    <InputPane />
                  </Panel>
                  {!refused && (
                    <>
                      <Divider label="Resize Input pane" />
                      <Panel id="blocks-panel" min={120}>
                        {capture ? <ConnectionsPane /> : <BlocksPane />}
                      </Panel>
                    </>
                  )}
                </Group>
              </Panel>
              <Divider label="Width of the left column" />
            </>
          )}
          {refused ? (
            <Panel id="refused" min={340}>
              <Refusal />
            </Panel>
          ) : bare ? (
            <Panel id="without-frames" min={340}>
              <CapturePane actions={<CompareButton />} />
            </Panel>
          ) : capture && compact ? (
            <Panel id="capture-and-block" min={581}>
              <Group id={`${kind}-capture-rows`} orientation="vertical">
                <Panel id="capture-panel" size="36%" min={120}>
                  <CapturePane actions={<CompareButton />} />
                </Panel>
                <Divider label="Size of the capture" />
                <Panel id="block-panel" min={200}>
                  <Group id={`${kind}-block-columns`} orientation="horizontal">
                    {blockColumns({ kind, compact, capture: false, details })}
                  </Group>
                </Panel>
              </Group>
            </Panel>
          ) : (
            blockColumns({ kind, compact, capture, details })
          )}
        </Group>
      </Panel>
      {details && !refused && !bare && (
        <>
          <Divider label="Size of the timing" />
          <Panel id="bottom" size={136} min={96}>
            <TimingPane />
          </Panel>
        </>
      )}
    </Group>
  );
}

type Layout = {
  /** Names it, for the sizes that are remembered. */
  kind: string;
  /** Whether the window is narrower than three columns need. */
  compact: boolean;
  capture: boolean;
  details: boolean;
};

/** Panels of the panes about one block, below the frames of a `capture`, and of those about one step. */
function blockColumns({ kind, compact, capture, details }: Layout) {
  return (
    <>
      <Panel id="middle" min={340}>
        <Group id={`${kind}-middle`} orientation="vertical">
          {capture && (
            <>
              <Panel id="capture-panel" size={details ? "57%" : "48%"} min={120}>
                <CapturePane actions={<CompareButton />} />
              </Panel>
              <Divider label="Size of the capture" />
            </>
          )}
          <Panel id="fields-panel" min={180}>
            <BlockFields />
          </Panel>
        </Group>
      </Panel>
      <Divider label="Width of the right column" />
      <Panel id="right" size={kind.endsWith("intro") ? "42%" : compact ? 316 : 380} min={240}>
        <Group id={`${kind}-right`} orientation="vertical">
          <Panel id="step-panel" size={capture ? "45%" : "55%"} min={120}>
            <StepPane hasVerdict />
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
