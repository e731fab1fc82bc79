/** Shares a part of the session: as a link, or as text that can be decoded again. */
import { useId, useState } from "react";
import type { ExportPart, Keep } from "../engine/types";
import { useInspector } from "../session/inspector";
import { namesOf, USUAL, wordsOfSecrets } from "../session/secrets";
import { isCapture } from "../session/session";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy";
import { download } from "../ui/download";
import { count, counted } from "../ui/figures";
import { Check, Row, Stack } from "../ui/layout";
import { OptionSelect } from "../ui/select-field";
import { type ExportedPart, exportPart, FORMS, type Form } from "./exported-part";
import { useLongAnswer, type Waiting, WaitingFor } from "./long-answer";
import styles from "./share-dialog.module.css";

/** Longer links are truncated by programs that they are sent through, characters: a file is safer. */
const LONGEST_LINK = 32_000;

export function ExportForm() {
  const inspector = useInspector();
  const session = inspector.store.get();
  const [part, setPart] = useState<ExportPart>("block");
  const [masks, setMasks] = useState(true);
  const [chosen, setChosen] = useState<Keep>(USUAL);
  const keep = masks ? chosen : null;
  const [form, setForm] = useState<Form>(FORMS[0]);
  const name = useId();
  const [exported, waiting] = useLongAnswer(
    async (asked) => ({ part, keep, form, answer: await exportPart(inspector, part, keep, form, asked) }),
    [inspector, session, part, keep, form],
  );
  const capture = isCapture(session);
  const parts: [ExportPart, string][] = [
    ["block", "This block"],
    ...(capture ? ([["stream", "The stream"]] as [ExportPart, string][]) : []),
    ["all", capture ? "The connection" : "All blocks"],
  ];
  const isOf = exported !== null && exported.part === part && exported.form === form;
  return (
    <Stack as="fieldset" className={styles.exportForm}>
      <legend>A part, with the table that it needs</legend>
      <Row className={styles.choices}>
        {parts.map(([id, title]) => (
          <Check key={id} type="radio" name={name} checked={part === id} onChange={() => setPart(id)}>
            {title}
          </Check>
        ))}
        <Check checked={masks} onChange={setMasks}>
          Mask sensitive values
        </Check>
        <label>
          Format{" "}
          <OptionSelect
            value={form.id}
            options={FORMS.map(({ id, title }) => [id, title] as const)}
            onChange={(chosen) => setForm(FORMS.find(({ id }) => id === chosen) ?? FORMS[0])}
          />
        </label>
      </Row>
      {!isOf || (exported.keep === null) !== (keep === null) ? (
        <WaitingFor waiting={waiting}>Writing…</WaitingFor>
      ) : exported.answer === null ? (
        <p role="status">This part is too large to export.</p>
      ) : (
        <Exported
          {...exported.answer}
          keep={keep}
          onKeep={setChosen}
          form={form}
          waiting={exported.keep === keep ? null : waiting}
        />
      )}
    </Stack>
  );
}

type ExportedProps = ExportedPart & {
  keep: Keep | null;
  onKeep: (keep: Keep) => void;
  form: Form;
  /** Null once the part is written as `keep` says. */
  waiting: Waiting | null;
};

/** The user's choice to keep or mask a field's values; names may be those of Object's own methods. */
function choiceOf({ chosen }: Keep, name: string): boolean | undefined {
  return Object.hasOwn(chosen, name) ? chosen[name] : undefined;
}

function Exported({ text, noText, blocks, link, maskCounts, remark, keep, onKeep, form, waiting }: ExportedProps) {
  const masked = wordsOfSecrets(namesOf(maskCounts, "masked"));
  const chosen = [...namesOf(maskCounts, "kept")].filter(([name]) => keep !== null && choiceOf(keep, name));
  const open = keep === null ? masked : wordsOfSecrets(new Map(chosen));
  return (
    <>
      <p className={open !== "" ? styles.shareSecrets : "dim"} role="status">
        {counted(blocks, "block")}.{" "}
        {keep !== null && masked !== "" && (
          <>
            Masked: {masked}, and any labels. Every character is replaced by one of the same length in the Huffman code,
            so positions, sizes and errors stay.{" "}
          </>
        )}
        {open !== "" && `Not masked: ${open}. Anyone who gets this can read them.`}
        {open === "" && masked === "" && "Nothing here needs masking."}
      </p>
      {keep !== null && (
        <Row as="fieldset" className={styles.kept}>
          <legend>Keep these values</legend>
          {[...maskCounts].map(([name, { fields, masked }]) => (
            <Check
              key={name}
              checked={choiceOf(keep, name) ?? masked === 0}
              onChange={(checked) => onKeep({ chosen: { ...keep.chosen, [name]: checked } })}
            >
              {name}
              {masked > 0 && masked < fields && ` (${fields - masked} of ${fields})`}
            </Check>
          ))}
        </Row>
      )}
      {remark !== "" && (
        <p className="dim">
          {remark} {!form.remarks && `There is no place for this note in ${form.title}.`}
        </p>
      )}
      {waiting !== null && <WaitingFor waiting={waiting}>Writing…</WaitingFor>}
      <Row className={styles.choices} hidden={waiting !== null}>
        {link !== null && link.length <= LONGEST_LINK ? (
          <CopyButton look="primary" text={link}>
            Copy link
          </CopyButton>
        ) : (
          <span className="dim">
            A link would {link === null ? "be too long to open" : `have ${count(link.length)} characters`}: share the
            file.
          </span>
        )}
        {text === null ? (
          <span className="dim">This part {noText}.</span>
        ) : (
          <>
            <CopyButton key={form.id} text={text}>
              Copy as {form.title}
            </CopyButton>
            <Button onClick={() => download(form.file, form.type, text)}>Save as a file</Button>
          </>
        )}
      </Row>
    </>
  );
}
