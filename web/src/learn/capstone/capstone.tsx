/** The capstone: each part of three blocks is asked, checked against the decoder, and kept. */
import { type FormEvent, useContext, useEffect, useMemo, useRef, useState } from "react";
import { KINDS } from "../../engine/types";
import { useInspector } from "../../inspector/inspector";
import { Button, ButtonLink } from "../../ui/button";
import { CopyButton } from "../../ui/copy";
import { counted } from "../../ui/figures";
import { KIND_NAMES, KindMark } from "../../ui/kind";
import { Check, Row } from "../../ui/layout";
import { TextField } from "../../ui/text-field";
import { toolsOf } from "../exercises/exercise";
import { EntryTable } from "../exercises/given";
import { binary, spelled } from "../exercises/wire";
import { Marked } from "../marked";
import { addressOf, PlaceContext } from "../place";
import { changeProgress, NO_SCORE, type Score, useProgress, withScore } from "../progress";
import styles from "./capstone.module.css";
import { isAnswer, isKind, type Part, type Step, type Task, taskOf } from "./task";
import { Worksheet } from "./worksheet";

export function Capstone() {
  const variant = useContext(PlaceContext).variant ?? 0;
  const task = useTask(variant);
  return task === null ? null : <Solving key={variant} task={task} variant={variant} />;
}

function useTask(variant: number): Task | null {
  const { functions } = useInspector().client;
  const [made, setMade] = useState<{ variant: number; task: Task } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    taskOf(variant, toolsOf(functions).tryOut, functions.compose).then(
      (task) => isCurrent && setMade({ variant, task }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [variant, functions]);
  return made?.variant === variant ? made.task : null;
}

function Solving({ task, variant }: { task: Task; variant: number }) {
  const score = useProgress().capstone[variant] ?? NO_SCORE;
  const keep = (score: Score) => changeProgress((progress) => withScore(progress, variant, score));
  const asked = useMemo(() => task.steps.flatMap((step) => step.parts.map((part) => ({ step, part }))), [task]);
  const now = asked[score.done];
  const begun = useRef(score.done);
  const box = useRef<HTMLElement>(null);
  // After an answer; not when the chapter opens.
  useEffect(() => {
    if (begun.current !== score.done) box.current?.querySelector<HTMLElement>("input, [data-copy]")?.focus();
    begun.current = score.done;
  }, [score.done]);
  return (
    <>
      <section className={styles.capstone} ref={box} aria-label="Capstone">
        <Row className={styles.head}>
          <strong>{variant === 0 ? "RFC 7541 Appendix C.6" : `Variant ${variant}`}</strong>
          <span>
            {score.done} of {counted(asked.length, "part")}
          </span>
          <progress value={score.done} max={asked.length} aria-label="Parts done" />
          <ButtonLink href={addressOf({ chapter: "capstone", variant: variant + 1 })}>Another one</ButtonLink>
          {score.done > 0 && <Button onClick={() => keep(NO_SCORE)}>Start again</Button>}
        </Row>
        {now === undefined ? (
          <Result score={score} variant={variant} total={asked.length} />
        ) : (
          <>
            <StepView task={task} step={now.step} part={now.part} />
            <PartForm key={score.done} {...now} score={score} keep={keep} />
          </>
        )}
      </section>
      <Worksheet task={task} variant={variant} />
    </>
  );
}

/** The line to hand in. */
function Result({ score, variant, total }: { score: Score; variant: number; total: number }) {
  const { wrong, helps, shown } = score;
  const line = `HPACK capstone, variant ${variant}: ${total - shown} of ${total} parts solved, ${shown} shown, ${counted(wrong, "wrong answer")}, ${counted(helps, "help")}`;
  return (
    <>
      <p role="status">
        <strong>✓ All three blocks are decoded.</strong> {line}
      </p>
      <Row>
        <CopyButton text={line} look="primary">
          Copy the result
        </CopyButton>
      </Row>
    </>
  );
}

/** The representation: its place, its bytes, what is known of it, and the table before it. */
function StepView({ task, step, part }: { task: Task; step: Step; part: Part }) {
  const inStage = task.steps.filter(({ stage }) => stage === step.stage);
  const known = step.parts.slice(0, step.parts.indexOf(part));
  return (
    <>
      <h2>
        Block {step.stage + 1} of {task.blocks.length}, representation {inStage.indexOf(step) + 1} of {inStage.length}
      </h2>
      <p className="mono">
        {inStage.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: representations have no other name than their place
          <span key={at} className={styles.bytes} data-now={one === step || undefined}>
            {spelled(one.bytes)}{" "}
          </span>
        ))}
      </p>
      {known.length > 0 && (
        <ul className={styles.known} aria-label="Known so far">
          {known.flatMap(({ title, blanks }) =>
            blanks.map(({ name, answer }) => (
              <li key={`${title} ${name}`}>
                {blanks.length > 1 ? name : title}: <code>{isKind(answer) ? KIND_NAMES[answer] : answer}</code>
              </li>
            )),
          )}
        </ul>
      )}
      <details>
        <summary>Dynamic table before it: {counted(step.before.length, "entry", "entries")}</summary>
        <EntryTable entries={step.before} first={62} />
      </details>
    </>
  );
}

/** Wrong answers after which the answer is offered. */
const PATIENCE = 2;

function PartForm(props: { step: Step; part: Part; score: Score; keep: (score: Score) => void }) {
  const { step, part, score, keep } = props;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [failures, setFailures] = useState(0);
  const [said, setSaid] = useState("");
  /** 1: the rule, 2: the bits too. */
  const [help, setHelp] = useState(0);
  const helps = part.bits === null ? 1 : 2;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = part.blanks.filter((blank) => !isAnswer(blank, typed[blank.name] ?? ""));
    if (wrong.length === 0) {
      keep({ ...score, done: score.done + 1 });
      return;
    }
    setFailures(failures + 1);
    setSaid(`Not yet: ${wrong.map(({ name }) => name).join(", ")}.`);
    keep({ ...score, wrong: score.wrong + 1 });
  }

  function showHelp() {
    setHelp(help + 1);
    keep({ ...score, helps: score.helps + 1 });
  }

  const show = () => keep({ ...score, done: score.done + 1, shown: score.shown + 1 });
  return (
    <form className={styles.part} onSubmit={onSubmit} aria-label={part.title}>
      <h3>{part.title}</h3>
      {part.blanks.map((blank) => {
        const { name } = blank;
        const set = (value: string) => setTyped({ ...typed, [name]: value });
        return blank.is === "kind" ? (
          <Row key={name} role="radiogroup" aria-label={name} gap="items">
            {KINDS.map((kind) => (
              <Check key={kind} type="radio" name="kind" checked={typed[name] === kind} onChange={() => set(kind)}>
                <KindMark kind={kind} /> {KIND_NAMES[kind]}
              </Check>
            ))}
          </Row>
        ) : (
          <TextField
            key={name}
            label={name}
            className={styles.blank}
            numeric={blank.is === "number"}
            value={typed[name] ?? ""}
            onChange={set}
          />
        );
      })}
      <Row>
        <Button type="submit" look="primary">
          Check
        </Button>
        {help < helps && <Button onClick={showHelp}>{help === 0 ? "Help: the rule" : "Help: the bits"}</Button>}
        {(help === helps || failures >= PATIENCE) && <Button onClick={show}>Show this step</Button>}
      </Row>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {help > 0 && (
        <p>
          <Marked text={part.rule} />
        </p>
      )}
      {help > 1 && <Bits bytes={step.bytes} of={part} />}
    </form>
  );
}

/** The bytes that hold the answer, with its bits marked. */
function Bits({ bytes, of: { bits } }: { bytes: readonly number[]; of: Part }) {
  if (bits === null) return null;
  const first = Math.floor(bits.from / 8);
  return (
    <p className={styles.bits}>
      {bytes.slice(first, Math.ceil(bits.to / 8)).map((byte, at) => {
        const start = 8 * (first + at);
        const digits = binary(byte);
        const [from, to] = [Math.max(0, bits.from - start), Math.min(8, bits.to - start)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bytes have no other name than their place
          <span key={at}>
            {digits.slice(0, from)}
            <mark>{digits.slice(from, to)}</mark>
            {digits.slice(to)}{" "}
          </span>
        );
      })}
    </p>
  );
}
