/** A capstone: each part of its blocks is asked, checked against the decoder, and kept. */
import { useContext, useEffect, useMemo, useRef } from "react";
import { Button, ButtonLink } from "../../ui/button";
import { CopyButton } from "../../ui/copy";
import { counted, hexOf } from "../../ui/figures";
import { Facts, Row } from "../../ui/layout";
import type { Task } from "../exercises/exercise";
import { ExerciseForm, type Outcome } from "../exercises/exercise-form";
import { EntryTable } from "../exercises/given";
import { addressOf, PlaceContext } from "../place";
import { changeProgress, NO_SCORE, type Score, useProgress, withScore } from "../progress";
import { Card } from "../widgets/parts";
import styles from "./capstone.module.css";
import { answerText, type Capstone as Blocks, nameOf, SORTS, type TaskStep } from "./task";
import { useCapstone } from "./use-capstone";
import { Worksheet } from "./worksheet";

export function Capstone() {
  const { exercise, variant } = useContext(PlaceContext);
  // A link with a variant alone means the long one.
  const sort = SORTS.find((sort) => sort === exercise) ?? (variant === null ? "short" : "long");
  const made = useCapstone(sort, variant ?? 0);
  return (
    <>
      <Row as="ul" data-only="screen" aria-label="Capstones">
        {SORTS.map((one) => (
          <li key={one}>
            <ButtonLink
              href={addressOf({ chapter: "capstone", exercise: one, variant: 0 })}
              aria-current={one === sort || undefined}
            >
              {one === "short" ? "Short: one block" : "Long: three blocks"}
            </ButtonLink>
          </li>
        ))}
      </Row>
      {made !== null && <Solving key={nameOf(made)} made={made} />}
    </>
  );
}

function Solving({ made }: { made: Blocks }) {
  const { sort, variant } = made;
  const kept = sort === "long" ? String(variant) : `${sort}-${variant}`;
  const score = useProgress().capstone[kept] ?? NO_SCORE;
  const keep = (score: Score) => changeProgress((progress) => withScore(progress, kept, score));
  const asked = useMemo(() => made.steps.flatMap((step) => step.parts.map((part) => ({ step, part }))), [made]);
  const now = asked[score.done];
  const begun = useRef(score.done);
  const box = useRef<HTMLElement>(null);
  // After an answer; not when the chapter opens.
  useEffect(() => {
    if (begun.current !== score.done) box.current?.querySelector<HTMLElement>("input, [data-copy]")?.focus();
    begun.current = score.done;
  }, [score.done]);

  function onOutcome(outcome: Outcome) {
    if (outcome === "wrong") keep({ ...score, wrong: score.wrong + 1 });
    else keep({ ...score, done: score.done + 1, shown: score.shown + (outcome === "shown" ? 1 : 0) });
  }

  return (
    <>
      <Card className={styles.capstone} data-only="screen" ref={box} aria-label="Capstone">
        <Row>
          <strong>{nameOf(made)}</strong>
          <span>
            {score.done} of {counted(asked.length, "part")}
          </span>
          <progress value={score.done} max={asked.length} aria-label="Parts done" />
          <ButtonLink href={addressOf({ chapter: "capstone", exercise: sort, variant: variant + 1 })}>
            Another one
          </ButtonLink>
          {score.done > 0 && <Button onClick={() => keep(NO_SCORE)}>Start again</Button>}
        </Row>
        {now === undefined ? (
          <Result score={score} name={nameOf(made)} total={asked.length} />
        ) : (
          <>
            <StepView made={made} step={now.step} part={now.part} />
            <ExerciseForm
              key={score.done}
              task={now.part}
              onOutcome={onOutcome}
              onHint={() => keep({ ...score, helps: score.helps + 1 })}
            />
          </>
        )}
      </Card>
      <Worksheet made={made} />
    </>
  );
}

/** The line to hand in. */
function Result({ score, name, total }: { score: Score; name: string; total: number }) {
  const { wrong, helps, shown } = score;
  const line = `HPACK capstone, ${name}: ${total - shown} of ${total} parts solved, ${shown} shown, ${counted(wrong, "wrong answer")}, ${counted(helps, "help")}`;
  return (
    <>
      <p role="status">
        <strong>✓ All is decoded.</strong> {line}
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
function StepView({ made, step, part }: { made: Blocks; step: TaskStep; part: Task }) {
  const inStage = made.steps.filter(({ stage }) => stage === step.stage);
  const known = step.parts.slice(0, step.parts.indexOf(part));
  return (
    <>
      <h2>
        Block {step.stage + 1} of {made.blocks.length}, representation {inStage.indexOf(step) + 1} of {inStage.length}
      </h2>
      <p className="mono">
        {inStage.map((one, at) => (
          <span key={at} className={styles.bytes} data-now={one === step || undefined}>
            {hexOf(one.bytes)}{" "}
          </span>
        ))}
      </p>
      {known.length > 0 && (
        <Facts
          label="Known so far"
          of={known.map(({ ask, model }) => [ask, Object.values(model).map(answerText).join(", ")] as const)}
        />
      )}
      <details>
        <summary>Dynamic table before it: {counted(step.before.length, "entry", "entries")}</summary>
        <EntryTable entries={step.before} first={62} />
      </details>
    </>
  );
}
