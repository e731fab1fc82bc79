/** The panes as tabs. Of a capture, the list of its requests opens a block, whose tabs have a way back. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { BlocksPane } from "../panes/blocks-pane";
import { TimingPane } from "../panes/lazy-panes";
import { StepPane } from "../panes/step-pane";
import { Stepper } from "../panes/stepper";
import { TablePane } from "../panes/table-pane";
import { useSession } from "../session/inspector";
import { hasBlocks, hasCaptureLayout, isOpening, isRefused } from "../session/session";
import { Button } from "../ui/button";
import { focusPane } from "../ui/panes";
import { useDetails } from "../ui/preferences";
import { type TabPart, TabView } from "../ui/tab-view";
import { BlockFields } from "./block-fields";
import { Capture } from "./capture";
import { InputPane } from "./input-pane";
import { isIntroduced } from "./opener";

export function NarrowView() {
  return useSession(hasCaptureLayout) ? <CaptureOrBlock /> : <Panes isOfCapture={false} />;
}

function CaptureOrBlock() {
  const open = useSession(hasBlocks);
  const opening = useSession((session) => (isOpening(session) ? null : session.opening));
  // What a link leads to, and an error, are shown at once; not while the text is being typed.
  const isPlace = useSession(({ selection, timeline }) => timeline.tab === null && selection.row !== 0);
  const [isBlock, setBlock] = useState(isPlace);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is opened leads there
  useEffect(() => {
    if (opening !== null) setBlock(isPlace);
  }, [opening]);

  /** The list or the block takes the focus of what was pressed. */
  function show(isBlock: boolean) {
    flushSync(() => setBlock(isBlock));
    focusPane(isBlock ? "fields" : "capture");
  }

  if (!open || !isBlock) return <Capture onOpened={() => show(true)} />;
  return (
    <Panes
      isOfCapture
      before={
        <Button look="plain" onClick={() => show(false)}>
          <span aria-hidden="true">‹</span> Back
        </Button>
      }
    />
  );
}

function Panes({ isOfCapture, before }: { isOfCapture: boolean; before?: ReactNode }) {
  const rows = useSession((session) => (hasBlocks(session) ? session.opened.rows : null));
  const refused = useSession(isRefused);
  const isIntro = useSession(isIntroduced);
  const details = useDetails();
  const [chosen, setTab] = useState("fields");
  const wasRefused = useRef(false);
  // A refused text is mended in its field, or replaced.
  useLayoutEffect(() => {
    if (refused) setTab("input");
    else if (wasRefused.current && document.activeElement?.id !== "input-text") setTab("fields");
    wasRefused.current = refused;
  }, [refused]);
  const hasInput = !isIntro && !isOfCapture;
  const parts: TabPart<string>[] = [
    ...(hasInput
      ? [
          {
            id: "input",
            title: "Input",
            panel: (
              <>
                <InputPane />
                <BlocksPane />
              </>
            ),
          },
        ]
      : []),
    { id: "fields", title: "Fields", panel: <BlockFields />, disabled: refused },
    { id: "step", title: "Step", panel: <StepPane hasVerdict />, disabled: refused },
    { id: "table", title: "Table", panel: <TablePane stepper={false} />, disabled: refused },
    ...(details ? [{ id: "time", title: "Time", panel: <TimingPane />, disabled: refused }] : []),
  ];
  return (
    <TabView
      look="panes"
      label="Panes"
      parts={parts}
      chosen={!hasInput && chosen === "input" ? "fields" : chosen}
      onChoose={setTab}
      before={before}
    >
      {rows !== null && <Stepper rows={rows} />}
    </TabView>
  );
}
