/** The form of every exercise: the question, its rule, the given data, the answer's controls, “Check”, help. */
import { type FormEvent, useMemo, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useInspector } from "../../inspector/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { Button } from "../../ui/button";
import { KindMark } from "../../ui/kind";
import { Check, Note, Row, Stack } from "../../ui/layout";
import { TextField } from "../../ui/text-field";
import { Marked } from "../marked";
import { type Control, type ExerciseKind, type TaskBase, toolsOf, type Verdict, wrong } from "./exercise";
import styles from "./exercises.module.css";

/** After so many wrong answers each shows a hint, and the answer can be shown. */
const ENOUGH = 2;

export function ExerciseForm(props: {
  of: ExerciseKind<TaskBase, unknown>;
  variant: number;
  onVerdict: (verdict: Verdict) => void;
}) {
  const { of, variant, onVerdict } = props;
  const inspector = useInspector();
  const task = useMemo(() => of.generate(variant), [of, variant]);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isRight, setRight] = useState(false);
  const [isShown, setShown] = useState(false);
  const [failures, setFailures] = useState(0);
  const tools = toolsOf(inspector.client.functions);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const answer = of.read(typed, task);
    if (answer === null) {
      onVerdict(wrong("The answer is not complete yet."));
      return;
    }
    const verdict = await of.judge(task, answer, tools);
    if (verdict.right) setRight(true);
    else setFailures(failures + 1);
    onVerdict(verdict);
  }

  /** Fills in an answer, and says why it is right. */
  async function showAnswer() {
    const answer = await of.model(task, tools);
    setTyped(of.write(answer));
    setShown(true);
    onVerdict({ ...(await of.judge(task, answer, tools)), right: null });
  }

  function show({ text, options, row }: NonNullable<TaskBase["show"]>) {
    const { engine } = inspector.store.get().options;
    inspector.open({ kind: "text", text }, null, { ...DEFAULT_OPTIONS, engine, ...options }, row ?? null);
  }

  return (
    <form className={styles.task} onSubmit={onSubmit}>
      <p>
        <Marked text={task.ask} />
      </p>
      <Note>
        <Marked text={of.rule} />
      </Note>
      {of.given?.(task)}
      {of.controls(task, typed).map((control) => (
        <ControlField
          key={control.name}
          control={control}
          value={typed[control.name] ?? ""}
          onChange={(value) => setTyped((typed) => ({ ...typed, [control.name]: value }))}
        />
      ))}
      <Row>
        <Button type="submit" look="primary" disabled={isShown}>
          Check
        </Button>
        {failures >= ENOUGH && !isRight && !isShown && <Button onClick={showAnswer}>Show this step</Button>}
        {(isRight || isShown) && task.show !== null && (
          <Button onClick={() => task.show !== null && show(task.show)}>Show it in the inspector</Button>
        )}
      </Row>
      <Hints hints={task.hints} least={isShown ? task.hints.length : failures - ENOUGH + 1} />
    </form>
  );
}

function ControlField(props: { control: Control; value: string; onChange: (value: string) => void }) {
  const { control, value, onChange } = props;
  switch (control.is) {
    case "check":
      return (
        <Check className={styles.tick} checked={value !== ""} onChange={(checked) => onChange(checked ? "yes" : "")}>
          {control.label}
        </Check>
      );
    case "number":
    case "text":
    case "hex": {
      const disabled = control.is === "number" && control.disabled === true;
      return (
        <TextField
          className={styles.answer}
          label={control.label}
          numeric={control.is === "number"}
          placeholder={control.is === "hex" ? "82 …" : undefined}
          value={disabled ? "" : value}
          disabled={disabled}
          onChange={onChange}
        />
      );
    }
    default:
      return (
        <RadioGroup
          className={styles.choices}
          data-of={control.is}
          aria-label={control.label}
          orientation={control.is === "bytes" ? "horizontal" : "vertical"}
          value={value}
          onChange={onChange}
        >
          {control.options.map(({ value, shown, said, kind }) => (
            <Radio
              key={value}
              value={value}
              className={styles.choice}
              data-kind={kind}
              {...(said === undefined ? {} : { "aria-label": said })}
            >
              {kind !== undefined && <KindMark kind={kind} />} {shown}
            </Radio>
          ))}
        </RadioGroup>
      );
  }
}

/** Hints, shown one at a time on demand; at least `least` of them. */
function Hints({ hints, least }: { hints: readonly string[]; least: number }) {
  const [asked, setAsked] = useState(0);
  const shown = Math.max(asked, least);
  return (
    <Stack className={styles.hints}>
      {shown > 0 && (
        <ol aria-label="Hints">
          {hints.slice(0, shown).map((hint) => (
            <li key={hint}>
              <Marked text={hint} />
            </li>
          ))}
        </ol>
      )}
      {shown < hints.length && (
        <Button onClick={() => setAsked(shown + 1)}>
          {shown === 0 ? "Show a hint" : "Show another hint"} ({hints.length - shown} left)
        </Button>
      )}
    </Stack>
  );
}
