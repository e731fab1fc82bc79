/** The capstone: each part of three blocks is asked, checked against the decoder, and kept. */
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { useInspector } from "../../inspector/inspector";
import { Button, ButtonLink } from "../../ui/button";
import { CopyButton } from "../../ui/copy";
import { counted, hexOf } from "../../ui/figures";
import { Facts, Row } from "../../ui/layout";
import { useJob } from "../../ui/use-job";
import { type Task, tryOutOf } from "../exercises/exercise";
import { ExerciseForm, type Outcome } from "../exercises/exercise-form";
import { EntryTable } from "../exercises/given";
import { addressOf, PlaceContext } from "../place";
import { changeProgress, NO_SCORE, type Score, useProgress, withScore } from "../progress";
import { Card } from "../widgets/parts";
import styles from "./capstone.module.css";
import { answerText, type Capstone as Blocks, capstoneOf, type Step } from "./task";
import { Worksheet } from "./worksheet";

export function Capstone() {
  const variant = useContext(PlaceContext).variant ?? 0;
  return <OfVariant key={variant} variant={variant} />;
}

function OfVariant({ variant }: { variant: number }) {
  const { functions } = useInspector().client;
  const [made, setMade] = useState<Blocks | null>(null);
  useJob(
    async (signal) => {
      const blocks = await capstoneOf(variant, tryOutOf(functions), functions.compose);
      if (!signal.aborted) setMade(blocks);
    },
    [variant, functions],
  );
  return made === null ? null : <Solving made={made} variant={variant} />;
}

function Solving({ made, variant }: { made: Blocks; variant: number }) {
  const score = useProgress().capstone[variant] ?? NO_SCORE;
  const keep = (score: Score) => changeProgress((progress) => withScore(progress, variant, score));
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
      <Card className={styles.capstone} ref={box} aria-label="Capstone">
        <Row>
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
      <Worksheet made={made} variant={variant} />
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
function StepView({ made, step, part }: { made: Blocks; step: Step; part: Task }) {
  const inStage = made.steps.filter(({ stage }) => stage === step.stage);
  const known = step.parts.slice(0, step.parts.indexOf(part));
  return (
    <>
      <h2>
        Block {step.stage + 1} of {made.blocks.length}, representation {inStage.indexOf(step) + 1} of {inStage.length}
      </h2>
      <p className="mono">
        {inStage.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: representations have no other name than their place
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
