/** Why an input was not read: what it is, what to copy instead, and what else can be done with it. */
import { useContext, useMemo } from "react";
import { useNavigate } from "../address/navigate";
import { ComposerContext } from "../encode/composer";
import { NOTHING, pasteLists } from "../encode/composition";
import { parseFieldLines, TEXT_MAX } from "../encode/field-lines";
import { useInspector, useSession } from "../session/inspector";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy";
import { count } from "../ui/figures";
import { Empty } from "../ui/pane";
import { firstSentence } from "../ui/section";
import { linesOf, PartButton, saidOfPart } from "./part-button";
import { selectInField } from "./text-ranges";
import { wholeLetter } from "./use-highlights";
import { VerdictBar } from "./verdict-bar";

export function Refusal() {
  const refused = useSession(({ opened }) => (opened?.status === "refused" ? opened : null));
  const format = useSession((session) => session.options.format ?? session.options.content);
  const input = useSession((session) => session.input);
  const part = useSession((session) => session.options.part);
  const inspector = useInspector();
  const encode = useEncode(refused?.kind ?? "");
  // The input pane says why, and offers to try again.
  if (refused === null) return <Empty>Nothing was decoded</Empty>;
  const { nearest, offset, line, column } = refused;
  const [what, instead] = firstSentence(refused.message);

  function show() {
    if (offset !== null && input.kind === "text") selectInField(offset, offset + wholeLetter(input.text, offset));
  }

  return (
    <VerdictBar
      tone="error"
      title={`Not decoded. ${what}`}
      actions={
        <>
          {encode !== null && (
            <Button look="primary" onClick={encode}>
              Encode these fields
            </Button>
          )}
          {part !== null && <PartButton part={null}>Read the whole text</PartButton>}
          {part === null && nearest !== null && (
            <PartButton look={encode === null ? "primary" : undefined} part={[nearest.start, nearest.end]}>
              Read only {linesOf(nearest)}
            </PartButton>
          )}
          {line > 0 && (
            <Button onClick={show}>
              Line {count(line)}, column {count(column)}
            </Button>
          )}
          {refused.kind === "Har" && (
            <CopyButton
              text={() => inspector.client.functions.harLists(input.kind === "text" ? input.text : input.file)}
            >
              Copy its header lists as JSON
            </CopyButton>
          )}
          {format !== null && (
            <Button onClick={() => inspector.reopen({ format: null, content: null })}>Detect the format again</Button>
          )}
        </>
      }
    >
      <p>
        {instead} {part !== null && saidOfPart(part, input)}
      </p>
    </VerdictBar>
  );
}

/** Opens the fields that the input spells out in the builder; null if it spells out none. */
function useEncode(kind: string): (() => void) | null {
  const composer = useContext(ComposerContext);
  const navigate = useNavigate();
  const input = useSession((session) => session.input);
  const fields = useMemo(() => {
    const isText = kind === "DecodedText" || kind === "Prose";
    return isText && input.kind === "text" && input.text.length <= TEXT_MAX ? parseFieldLines(input.text) : null;
  }, [kind, input]);
  if (composer === null || (fields === null && kind !== "Har")) return null;
  return () => {
    if (fields !== null) composer.open(pasteLists(NOTHING, fields.lists), fields.note);
    else composer.openArchive(input.kind === "text" ? new Blob([input.text]) : input.file);
    navigate("encode", "build");
  };
}
