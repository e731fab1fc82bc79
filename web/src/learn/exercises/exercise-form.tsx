/** The form of every exercise: the question, its rule, the given data, the answer's fields, “Check”, the verdict, help. */
import { type FormEvent, useId, useState } from "react";
import { useInspector } from "../../session/inspector";
import { Button } from "../../ui/button";
import { KindMark } from "../../ui/kind";
import { Check, Note, Row } from "../../ui/layout";
import { TextField } from "../../ui/text-field";
import { ShowButton } from "../live/show-button";
import { Marked } from "../marked";
import { type AnswerField, type Task, tryOutOf } from "./exercise";
import styles from "./exercises.module.css";
import { Given } from "./given";
import { readAnswer } from "./read-answer";

export type Outcome = "right" | "wrong" | "shown";

const OUTCOMES: Record<Outcome, string> = { right: "✓ Right. ", wrong: "✗ Not yet. ", shown: "Shown. " };

/** From this wrong answer on, each shows another hint, and the answer can be shown; also once all hints are shown. */
const ENOUGH = 2;

export function ExerciseForm(props: { task: Task; onOutcome: (outcome: Outcome) => void; onHint?: () => void }) {
  const { task, onOutcome, onHint } = props;
  const { functions } = useInspector().client;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [verdict, setVerdict] = useState<{ outcome: Outcome; words: string } | null>(null);
  const [isKnown, setKnown] = useState(false);
  const [failures, setFailures] = useState(0);
  const [asked, setAsked] = useState(0);
  const isShown = verdict?.outcome === "shown";
  const hints = isShown ? task.hints : task.hints.slice(0, Math.max(asked, failures - ENOUGH + 1));
  const left = task.hints.length - hints.length;

  async function judge(answer: Task["model"], outcome?: Outcome) {
    const { right, words } = await task.check(answer, tryOutOf(functions));
    const found = outcome ?? (right ? "right" : "wrong");
    setVerdict({ outcome: found, words });
    if (right) setKnown(true);
    else setFailures(failures + 1);
    onOutcome(found);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const answer: Record<string, string> = {};
    for (const field of task.fields) {
      const read = readAnswer(field, typed[field.name]);
      if ("problem" in read) return setVerdict({ outcome: "wrong", words: read.problem });
      answer[field.name] = read.value;
    }
    judge(answer);
  }

  /** Fills in an answer, and says why it is right. */
  function showAnswer() {
    setTyped({ ...task.model });
    judge(task.model, "shown");
  }

  return (
    <form className={styles.task} onSubmit={onSubmit}>
      <p>
        <Marked text={task.ask} />
      </p>
      {task.rule !== "" && (
        <Note>
          <Marked text={task.rule} />
        </Note>
      )}
      <Given {...task.given} />
      {task.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          onChange={(value) => setTyped((typed) => ({ ...typed, [field.name]: value }))}
        />
      ))}
      <Row>
        <Button type="submit" look="primary" disabled={isShown}>
          Check
        </Button>
        {(failures >= ENOUGH || left === 0) && !isKnown && <Button onClick={showAnswer}>Show the answer</Button>}
        {isKnown && task.show && <ShowButton {...task.show} />}
      </Row>
      <p className={styles.verdict} data-outcome={verdict?.outcome} role="status">
        {verdict !== null && (
          <>
            <strong>{OUTCOMES[verdict.outcome]}</strong>
            <Marked text={verdict.words} />
          </>
        )}
      </p>
      <div className={styles.hints}>
        {hints.length > 0 && (
          <ol aria-label="Hints">
            {hints.map((hint) => (
              <li key={hint}>
                <Marked text={hint} />
              </li>
            ))}
          </ol>
        )}
        {left > 0 && (
          <Button
            onClick={() => {
              setAsked(hints.length + 1);
              onHint?.();
            }}
          >
            {hints.length === 0 ? "Show a hint" : "Show another hint"} ({left} left)
          </Button>
        )}
      </div>
    </form>
  );
}

function FieldInput(props: { field: AnswerField; value: string; onChange: (value: string) => void }) {
  const { field, value, onChange } = props;
  const group = useId();
  if (!("options" in field)) {
    return (
      <TextField
        className={styles.answer}
        label={field.label}
        numeric={field.is === "number"}
        placeholder={field.is === "hex" ? "82 …" : undefined}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <Row role="radiogroup" aria-label={field.label} className={styles.choices} data-of={field.is}>
      {field.options.map((option) => (
        <Check
          key={option.value}
          type="radio"
          name={group}
          aria-label={option.said}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        >
          {option.kind !== undefined && <KindMark kind={option.kind} />} {option.shown}
        </Check>
      ))}
    </Row>
  );
}
