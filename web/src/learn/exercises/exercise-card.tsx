/** An exercise in its chapter: the task, the verdict on the answer, and another task. */

import { useEffect, useRef, useState } from "react";
import { ButtonLink } from "../../ui/button";
import { Row } from "../../ui/layout";
import { Marked } from "../marked";
import { addressOf } from "../place";
import { changeProgress, useProgress, withExercise } from "../progress";
import { scrollTo } from "../scroll";
import type { Exercise, Verdict } from "./exercise";
import { ExerciseForm } from "./exercise-form";
import styles from "./exercises.module.css";

export function ExerciseCard(props: {
  chapter: string;
  exercise: Exercise;
  /** The address names this exercise. */
  named: boolean;
  variant: number;
}) {
  const { chapter, exercise, named, variant } = props;
  const { exercises } = useProgress();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const card = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const isSolved = exercises.includes(`${chapter}/${exercise.id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task has no verdict yet
  useEffect(() => {
    setVerdict(null);
    if (!named) return;
    head.current?.focus({ preventScroll: true });
    if (card.current !== null) scrollTo(card.current);
  }, [named, variant]);

  function onVerdict(verdict: Verdict) {
    setVerdict(verdict);
    if (verdict.right === true) changeProgress((progress) => withExercise(progress, chapter, exercise.id));
  }

  const titleId = `exercise-${exercise.id}`;
  return (
    <section className={styles.exercise} ref={card} aria-labelledby={titleId}>
      <Row className={styles.head}>
        <h3 id={titleId} ref={head} className={styles.title} tabIndex={-1}>
          {exercise.title}
        </h3>
        <span className={styles.state}>{isSolved ? "✓ solved" : ""}</span>
        <ButtonLink href={addressOf({ chapter, exercise: exercise.id, variant: variant + 1 })}>Another one</ButtonLink>
      </Row>
      <ExerciseForm key={variant} of={exercise.of} variant={variant} onVerdict={onVerdict} />
      <p className={styles.verdict} data-right={verdict?.right ?? undefined} role="status">
        {verdict !== null && (
          <>
            <strong>{verdict.right === null ? "Shown. " : verdict.right ? "✓ Right. " : "✗ Not yet. "}</strong>
            <Marked text={verdict.words} />
          </>
        )}
      </p>
    </section>
  );
}
