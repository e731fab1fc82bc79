/** The selected field from its bytes: every integer's bits, every character's code, every rule. */
import { clsx } from "clsx";
import type { Explanation } from "../engine/types";
import { hasFlag } from "../engine/windows";
import {
  useCachedOrLast,
  useReader,
  useSelectedBlock,
  useSelectedContent,
  useSelectedStep,
  useSession,
} from "../session/inspector";
import { bytesNamed } from "../session/place-name";
import { useUnknownWords } from "../session/unknown";
import { copyOfField } from "../session/whole-text";
import { CopyButton } from "../ui/copy";
import { count } from "../ui/figures";
import { Stack } from "../ui/layout";
import { Empty, Pane } from "../ui/pane";
import { Section, SectionText, sentence } from "../ui/section";
import { useStateOf } from "../ui/use-state-of";
import { AloneFrame, ErrorBox, FrameStep } from "./lazy-panes";
import { Parts } from "./parts";
import { ProvenanceOf, WayBack } from "./provenance";
import { StepBody } from "./step-body";
import styles from "./step-pane.module.css";
import { Uses } from "./uses";
import { WarningList } from "./warnings";

/** `hasVerdict`: the view says in a sentence what is wrong in the block. */
export function StepPane({ hasVerdict = false }: { hasVerdict?: boolean }) {
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const framing = useSelectedContent()?.framing ?? null;
  const words = useUnknownWords();
  const { frame = null } = selection;
  const alone = useSession((session) => session.timeline.frameWithoutBlock);
  const { row, error } = selection;
  const [charactersFrom, setCharactersFrom] = useStateOf(`${selection.block} ${row} ${error}`, 0);
  const step = useSelectedStep();
  const later = useCachedOrLast((known) =>
    charactersFrom === 0 ? null : known.explanation(selection.block, row, charactersFrom),
  );
  const explanation = later ?? step?.explanation ?? null;

  const total = block === null ? 0 : block.rows + (block.error ? 1 : 0);
  const number = block === null ? 0 : row === null ? block.rows + 1 : row - block.firstRow + 1;
  const note =
    alone !== null
      ? "a frame without a header block"
      : frame !== null
        ? "frame bytes"
        : explanation === null || block === null
          ? null
          : `${count(number)} of ${count(total)} · ${bytesNamed(explanation.start, explanation.end)}`;
  return (
    <Pane id="step" title="This step" note={note} actions={<Actions />}>
      {alone !== null ? (
        <AloneFrame frame={alone} />
      ) : frame !== null && framing !== null ? (
        <FrameStep framing={framing} nth={frame.nth} at={frame.at} />
      ) : explanation === null ? (
        <ErrorOnly hasVerdict={hasVerdict} />
      ) : (
        <StepBody
          label="Bits and rules of this step"
          kind={explanation.error === null ? explanation.kind : "error"}
          title={
            <>
              {explanation.title} <Section section={explanation.section} />
            </>
          }
        >
          {explanation.error !== null && (
            <ErrorBox error={explanation.error} parts={explanation.parts} isBrief={hasVerdict} />
          )}
          {step !== null && !hasVerdict && <WarningList warnings={step.warnings} />}
          <Parts explanation={explanation} words={words} onPage={setCharactersFrom} />
          {step !== null && <ProvenanceOf step={step} words={words} />}
          <Rules explanation={explanation} />
          {step !== null && <Uses step={step} />}
        </StepBody>
      )}
    </Pane>
  );
}

/** An error before any part could be read, or the start of a block. */
function ErrorOnly({ hasVerdict }: { hasVerdict: boolean }) {
  const selection = useSession((session) => session.selection);
  const error = useSelectedContent()?.detail?.error ?? null;
  if (selection.error && error !== null) {
    return (
      <StepBody label="Error" kind="error" title={null}>
        <ErrorBox error={error} parts={[]} isBrief={hasVerdict} />
      </StepBody>
    );
  }
  return selection.row === null && !selection.error ? <Empty>Before the first field of this block</Empty> : null;
}

function Rules({ explanation }: { explanation: Explanation }) {
  const { insertion, error } = explanation;
  // After evictions, from what they have left.
  const left = insertion?.stored ? insertion.after.size - insertion.size : insertion?.before.size;
  // Said where the error is.
  const rules = explanation.rules.filter(({ text }) => error === null || sentence(text) !== sentence(error.message));
  return (
    <Stack gap="tight" className={clsx("dim", styles.rules)}>
      {rules.map(({ section, text }) => (
        <p key={section + text}>
          {/* The title names its own. */}
          <SectionText text={text} /> {section !== explanation.section && <Section section={section} />}
        </p>
      ))}
      {insertion !== null && (
        <p>
          The table goes from {count(left ?? 0)} to <strong>{count(insertion.after.size)}</strong> of{" "}
          {count(insertion.after.maxSize)} bytes.
        </p>
      )}
    </Stack>
  );
}

function Actions() {
  return (
    <>
      <WayBack />
      <CopyActions />
    </>
  );
}

function CopyActions() {
  const reader = useReader();
  const selected = useSession((session) => session.selection.row);
  const row = useCachedOrLast((known) => (selected === null ? null : known.row(selected)));
  const isFrame = useSession(
    (session) => session.selection.frame != null || session.timeline.frameWithoutBlock !== null,
  );
  if (
    isFrame ||
    row === null ||
    row.kind === "size-update" ||
    hasFlag(row, "nameUnknown") ||
    hasFlag(row, "valueUnknown")
  )
    return null;
  return (
    <CopyButton
      text={async () => {
        const [field] = (await reader.core.wholeFields(row.row, row.row + 1)) ?? [];
        if (field == null) throw new Error("The field is not known.");
        return copyOfField(field);
      }}
      label="Copy field as name: value"
    >
      Copy field
    </CopyButton>
  );
}
