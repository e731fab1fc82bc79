/** The user's input, and how it was read. */
import { clsx } from "clsx";
import { useState } from "react";
import { AnswerCache } from "../engine/answers";
import { useInspector, useSession } from "../session/inspector";
import { openText } from "../session/open-input";
import { DEFAULT_START, RECOGNIZED } from "../session/options";
import { Button } from "../ui/button";
import { counted, hexOf } from "../ui/figures";
import { Pane, PaneBody } from "../ui/pane";
import { usePause } from "../ui/pause";
import { usePeek } from "../ui/use-known";
import { useStateOf } from "../ui/use-state-of";
import styles from "./input-pane.module.css";
import { Reading } from "./reading";
import { SourceText } from "./source-text";
import sourceTextStyles from "./source-text.module.css";
import { useHighlights } from "./use-highlights";

/** Typed text is decoded after a pause of this length, milliseconds. */
export const PAUSE_MS = 180;

/** `isBrief`: how it was read is shown elsewhere. */
export function InputPane({ isBrief = false }: { isBrief?: boolean }) {
  // The skipped part of the text that a note below it is about, while that is pointed at.
  const [named, setNamed] = useState<number | null>(null);

  return (
    <Pane id="input" title="Input" note="paste or drop">
      <PaneBody className={styles.inputBody}>
        <Source named={named} />
        {!isBrief && <Reading onPart={setNamed} />}
      </PaneBody>
    </Pane>
  );
}

function Source({ named }: { named: number | null }) {
  const inspector = useInspector();
  const input = useSession((session) => session.input);
  const example = useSession((session) => session.example);
  const opened = useSession((session) => session.opened);
  // The text being typed, until it is opened.
  const [draft, setDraft] = useStateOf<string | null>(input, null);
  const pause = usePause();
  const text = input.kind === "text" ? input.text : "";
  const lights = useHighlights(input.kind === "text" ? (draft ?? text) : "");

  function onEdit(text: string, whole: boolean) {
    pause.cancel();
    if (whole) {
      openText(inspector, text);
      return;
    }
    setDraft(text);
    // Something else may be opened meanwhile.
    pause.after(PAUSE_MS, () => inspector.store.get().input === input && inspector.type(text));
  }

  if (input.kind === "file") {
    return <SourceFile name={input.name} file={input.file} />;
  }
  return (
    <SourceText
      text={draft ?? text}
      lights={lights}
      named={(named === null ? undefined : lights.skipped[named]) ?? null}
      onEdit={onEdit}
      pasteReplaces={example !== null && draft === null}
      invalid={opened?.status === "refused"}
      describedBy="input-reading"
    />
  );
}

/** Number of a file's bytes that are shown. */
const HEAD = 64;

/** The first bytes of files. */
const HEADS = new AnswerCache();

function SourceFile({ name, file }: { name: string; file: Blob }) {
  const inspector = useInspector();
  const ask = async () => new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const head = usePeek()(() => HEADS.read(file, ask) as Uint8Array);
  return (
    <div className={clsx(sourceTextStyles.source, styles.sourceFile)}>
      <p>
        <strong>{name}</strong>
        <br />
        {counted(file.size, "byte")}
      </p>
      <code>
        {hexOf(head ?? new Uint8Array())}
        {file.size > HEAD && " …"}
      </code>
      <Button onClick={() => inspector.open({ kind: "text", text: "" }, null, { ...RECOGNIZED, ...DEFAULT_START })}>
        Close the file
      </Button>
    </div>
  );
}
