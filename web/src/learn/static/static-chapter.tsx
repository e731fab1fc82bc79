/** A chapter without scripts: its text, its examples byte by byte, its exercises with their solutions folded. */
import { Fragment } from "react";
import { AFTER, BEFORE, Sections } from "../chapter-parts";
import type { Chapter } from "../chapters/chapter";
import { CHAPTERS } from "../chapters/chapters";
import type { Exercise } from "../exercises/exercise";
import { OnPaper } from "../exercises/on-paper";
import { Heading } from "../heading";
import { Walk } from "../live/walk";
import { Marked } from "../marked";
import { addressOf } from "../place";
import { Frame } from "./static-reference";

/** The task that is printed. */
const VARIANT = 1;

export function StaticChapter({ chapter }: { chapter: Chapter }) {
  const { id, title, examples, exercises, Text } = chapter;
  const number = CHAPTERS.indexOf(chapter);
  const [before, after] = [CHAPTERS[number - 1], CHAPTERS[number + 1]];
  return (
    <Frame id={id}>
      <Sections of={chapter} />
      <h1>{title}</h1>
      <Text components={BEFORE} />
      {examples.map((example) => (
        <Fragment key={example.id}>
          <Heading>{`${example.title}, byte by byte`}</Heading>
          <p>
            <a data-live="" href={addressOf({ chapter: id, example: example.id })}>
              Open live
            </a>
          </p>
          <Walk example={example} onPaper />
        </Fragment>
      ))}
      <Text components={AFTER} />
      {exercises.length > 0 && <Heading>Exercises</Heading>}
      {exercises.map((exercise) => (
        <StaticExercise key={exercise.id} chapter={id} exercise={exercise} />
      ))}
      <nav aria-label="Before and after">
        {before !== undefined && <a href={addressOf({ chapter: before.id })}>← {before.title}</a>}{" "}
        {after !== undefined && <a href={addressOf({ chapter: after.id })}>{after.title} →</a>}
      </nav>
    </Frame>
  );
}

function StaticExercise({ chapter, exercise: { id, title, make } }: { chapter: string; exercise: Exercise }) {
  const task = make(VARIANT);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <OnPaper task={task} />
      <details>
        <summary>Solution</summary>
        <ol>
          {task.hints.map((hint) => (
            <li key={hint}>
              <Marked text={hint} />
            </li>
          ))}
        </ol>
      </details>
      <p>
        <a data-live="" href={addressOf({ chapter, exercise: id, variant: VARIANT })}>
          Answer it live, or take another one
        </a>
      </p>
    </section>
  );
}
