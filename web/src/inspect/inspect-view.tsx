/** The Inspect view: what is open, and the panes about it, in tabs where the window is narrow. */
import { clsx } from "clsx";
import { useEffect } from "react";
import { BlocksPane } from "../panes/blocks-pane";
import { CopySelection, TimingPane } from "../panes/lazy-panes";
import { StepAnnouncer } from "../panes/step-announcer";
import { StepPane } from "../panes/step-pane";
import { TablePane } from "../panes/table-pane";
import { useMeasuringAtRest } from "../panes/use-measuring-at-rest";
import { useReader, useSelectedBlock, useSession } from "../session/inspector";
import { hasCaptureLayout, isRefused } from "../session/session";
import { lazyComponent, loadSoon } from "../ui/lazy-component";
import { Divider, Group, Panel } from "../ui/panels";
import { useDetails } from "../ui/preferences";
import { ViewTitle } from "../ui/title";
import { NARROW, useMedia } from "../ui/use-media";
import { BlockFields, useHasVerdict } from "./block-fields";
import { Capture } from "./capture";
import { InputPane } from "./input-pane";
import styles from "./inspect-view.module.css";
import { Refusal, Verdict } from "./lazy-panes";
import { isIntroduced, StartBar } from "./opener";
import { Reading } from "./reading";

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
  const capture = useSession(hasCaptureLayout);
  const hasVerdict = useHasVerdict();
  return (
    <>
      <ViewTitle parts={["Inspect"]} />
      <StepAnnouncer />
      <CopySelection />
      <div
        className={clsx("column", styles.inspect)}
        data-intro={isIntro || undefined}
        data-capture={capture || undefined}
      >
        <StartBar />
        {capture && <Reading isLine />}
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
  const refused = useSession(isRefused);
  const details = useDetails();
  // Sizes that suit one width do not suit another: each is remembered by itself.
  const kind = `${compact ? "compact" : "wide"}${capture ? "-capture" : isIntro ? "-intro" : ""}`;
  const rows = `${kind}-rows${details ? "" : "-timeless"}`;
  const block = <Block kind={kind} isBelow={capture} compact={compact} width={isIntro ? "42%" : compact ? 316 : 380} />;
  return (
    <Group key={rows} id={rows} orientation="vertical">
      <Panel id="top" min={320}>
        {capture ? (
          <Capture block={block} />
        ) : (
          <Group id={`${kind}-columns`} orientation="horizontal">
            {!isIntro && (
              <>
                <Panel id="left" size={compact ? 218 : 276} min={176}>
                  <Group id={`${kind}-left`} orientation="vertical">
                    <Panel id="input-panel" {...(refused ? {} : { size: "48%" })} min={160}>
                      <InputPane />
                    </Panel>
                    {!refused && (
                      <>
                        <Divider label="Resize Input pane" />
                        <Panel id="blocks-panel" min={120}>
                          <BlocksPane />
                        </Panel>
                      </>
                    )}
                  </Group>
                </Panel>
                <Divider label="Width of the left column" />
              </>
            )}
            <Panel id={refused ? "refused" : "block"} min={refused ? 340 : 581}>
              {refused ? <Refusal /> : block}
            </Panel>
          </Group>
        )}
      </Panel>
      {details && !refused && (
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

/** The panes about the selected block, with those about one step beside its fields or below them. */
function Block(props: { kind: string; isBelow: boolean; compact: boolean; width: number | "42%" }) {
  const { kind, isBelow, compact, width } = props;
  return (
    <Group id={`${kind}-block`} orientation={isBelow ? "vertical" : "horizontal"}>
      <Panel id="fields-panel" min={isBelow ? 180 : 340}>
        <BlockFields />
      </Panel>
      <Divider label={isBelow ? "Height of step and table" : "Width of the right column"} />
      <Panel id="right" size={isBelow ? "22%" : width} min={!isBelow ? 240 : compact ? 200 : 172}>
        <Group id={`${kind}-right`} orientation={isBelow ? "horizontal" : "vertical"}>
          <Panel id="step-panel" size="55%" min={isBelow ? 200 : 120}>
            <StepPane hasVerdict />
          </Panel>
          <Divider label="Size of this step" />
          <Panel id="table-panel" min={isBelow ? 200 : 140}>
            <TablePane />
          </Panel>
        </Group>
      </Panel>
    </Group>
  );
}
