/** The second session: a text to paste, or a file to open or drop. */
import { type ClipboardEvent, type DragEvent, useId, useState } from "react";
import { ConnectionList } from "../panes/connection-list";
import { useInspector, useSession } from "../session/inspector";
import { openFiles, openText } from "../session/open-input";
import { hasBlocks } from "../session/session";
import { TextArea } from "../ui/control";
import { count, counted } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { OpenFiles } from "../ui/open-files";
import styles from "./compare.module.css";

export function OtherInput() {
  const inspector = useInspector();
  const [text, setText] = useState("");
  const id = useId();

  function type(text: string) {
    setText(text);
    if (text.trim() !== "") openText(inspector, text);
  }

  async function bring(files: Iterable<File>) {
    setText("");
    try {
      await openFiles(inspector, [...files]);
    } catch (reason) {
      inspector.failOpening(reason instanceof Error ? reason.message : String(reason));
    }
  }

  /** Input pasted or dropped here is for this side, not for the page. */
  function onFiles(event: ClipboardEvent | DragEvent, data: DataTransfer) {
    event.stopPropagation();
    if (data.files.length === 0 && event.type === "paste") return;
    event.preventDefault();
    if (data.files.length > 0) bring(data.files);
    else type(data.getData("text/plain"));
  }

  return (
    <Stack
      gap="tight"
      small
      onPaste={(event) => onFiles(event, event.clipboardData)}
      onDragOver={(event) => {
        event.stopPropagation();
        event.preventDefault();
      }}
      onDrop={(event) => onFiles(event, event.dataTransfer)}
    >
      <label htmlFor={id}>Header blocks, frames, or what else the page opens; paste or drop it here</label>
      <TextArea id={id} rows={3} value={text} onChange={({ target }) => type(target.value)} />
      <Row>
        <OpenFiles onFiles={bring}>Open a file…</OpenFiles>
        <OtherState />
      </Row>
      <OtherConnections />
    </Stack>
  );
}

/** Selects a connection of a capture. */
function OtherConnections() {
  const total = useSession((session) => (hasBlocks(session) ? session.opened.connections : null));
  if (total === null || total < 2) return null;
  return (
    <div className={styles.connections}>
      <ConnectionList total={total} />
    </div>
  );
}

function OtherState() {
  const { opened, phase, input, notice } = useSession((session) => session);
  const isHere = useSession(hasBlocks);
  const isReading = phase.is === "opening";
  const words = isReading
    ? "Reading…"
    : phase.is === "failed"
      ? phase.message
      : opened?.status === "refused"
        ? opened.message
        : isHere && opened?.status === "ok"
          ? `${input.kind === "file" ? `${input.name}: ` : ""}${counted(opened.blocks, "block")}, ${count(opened.blockBytes)} B`
          : "";
  return (
    <p role="status" className={styles.state}>
      {words} {notice}
      {!isReading && opened?.status === "ok" && opened.blocks === 0 && " There is nothing to compare with."}
    </p>
  );
}
