/** What a person brought, and how it was read. */
import { useEffect, useRef, useState } from "react";
import { USUAL_START } from "../session/options";
import { counted, hexOf } from "../ui/figures";
import { Pane } from "../ui/pane";
import { ExamplesMenu } from "./examples-menu";
import { useInspector, useSession } from "./inspector";
import { Reading } from "./reading";
import { SourceText } from "./source-text";
import { useLights } from "./use-lights";
import "./input-pane.css";

/** Typing is decoded once it pauses, milliseconds. */
const PAUSE_MS = 180;

export function InputPane() {
  return (
    <Pane id="input" title="Input" note="paste or drop" actions={<ExamplesMenu />}>
      <div className="input-body">
        <Source />
        <Reading />
      </div>
    </Pane>
  );
}

function Source() {
  const inspector = useInspector();
  const input = useSession((session) => session.input);
  const example = useSession((session) => session.example);
  const opened = useSession((session) => session.opened);
  // What stands in the field while a person types, before it is opened.
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  const text = input.kind === "text" ? input.text : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was opened takes the draft's place
  useEffect(() => {
    setDraft(null);
    clearTimeout(timer.current);
  }, [input]);
  const lights = useLights(input.kind === "text" ? (draft ?? text) : "");

  function onEdit(text: string, whole: boolean) {
    clearTimeout(timer.current);
    if (whole) {
      inspector.bring({ kind: "text", text });
      return;
    }
    setDraft(text);
    timer.current = window.setTimeout(() => {
      inspector.open({ kind: "text", text }, null, { format: null });
    }, PAUSE_MS);
  }

  if (input.kind === "file") {
    return (
      <div className="source source-file">
        <p>
          <strong>{input.name}</strong>
          <br />
          {counted(input.octets.length, "octet")}
        </p>
        <code>
          {hexOf(input.octets.subarray(0, 64))}
          {input.octets.length > 64 && " …"}
        </code>
        <button
          type="button"
          className="button"
          onClick={() => inspector.open({ kind: "text", text: "" }, null, { format: null, ...USUAL_START })}
        >
          Close the file
        </button>
      </div>
    );
  }
  return (
    <SourceText
      text={draft ?? text}
      lights={lights}
      onEdit={onEdit}
      pasteReplaces={example !== null && draft === null}
      invalid={opened?.status === "refused"}
      describedBy="input-reading"
    />
  );
}
