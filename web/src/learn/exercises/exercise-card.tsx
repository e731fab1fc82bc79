/** An exercise in its chapter: the task, and another one. */
import { useEffect, useMemo, useRef, useState } from "react";
import { ButtonLink } from "../../ui/button";
import { Note, Row } from "../../ui/layout";
import { codeOf } from "../homework/code";
import { addressOf } from "../place";
import { changeProgress, useProgress, withExercise } from "../progress";
import { scrollTo } from "../scroll";
import { Card } from "../widgets/parts";
import type { Exercise } from "./exercise";
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
  const task = useMemo(() => exercise.make(variant), [exercise, variant]);
  const card = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const isSolved = exercises.includes(`${chapter}/${exercise.id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task is at the same place
  useEffect(() => {
    if (!named) return;
    head.current?.focus({ preventScroll: true });
    if (card.current !== null) scrollTo(card.current);
  }, [named, variant]);

  /** The variant that was solved last, since the chapter was opened. */
  const [solved, setSolved] = useState<number | null>(null);
  const code = codeOf({ exercise: exercise.id, variant });
  function solve() {
    changeProgress((progress) => withExercise(progress, chapter, exercise.id));
    setSolved(variant);
  }
  const titleId = `exercise-${exercise.id}`;
  return (
    <Card className={styles.exercise} ref={card} aria-labelledby={titleId}>
      <Row gap="wide">
        <h3 id={titleId} ref={head} className={styles.title} tabIndex={-1}>
          {exercise.title}
        </h3>
        <span className={styles.state}>
          <span className="dim">variant {variant}</span> {isSolved ? "✓ solved" : ""}
        </span>
        <ButtonLink href={addressOf({ chapter, exercise: exercise.id, variant: variant + 1 })}>Another one</ButtonLink>
      </Row>
      <ExerciseForm key={variant} task={task} onOutcome={(outcome) => outcome === "right" && solve()} />
      {solved === variant && (
        <Note>
          Result code: <code>{code}</code>
        </Note>
      )}
    </Card>
  );
}
