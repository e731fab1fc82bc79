/** One chapter: its text, its examples with the live inspector, its exercises, and navigation. */
import { clsx } from "clsx";
import { Fragment, useEffect, useRef, useState } from "react";
import type { LearnPlace } from "../address/link";
import { Button, ButtonLink } from "../ui/button";
import { Row } from "../ui/layout";
import { AFTER, BEFORE, Sections } from "./chapter-parts";
import { type Chapter, hasFrames, type LearnExample } from "./chapters/chapter";
import { CHAPTERS } from "./chapters/chapters";
import { Document } from "./document";
import { ExerciseCard } from "./exercises/exercise-card";
import { Heading } from "./heading";
import styles from "./learn.module.css";
import { Live } from "./live/live";
import { useOpenTitle } from "./live/notes";
import { StepWords, Walk } from "./live/walk";
import { Lost } from "./lost";
import { addressOf } from "./place";
import { changeProgress, useProgress, withChapter } from "./progress";
import { holdAt, keepPlace, placeLeft } from "./scroll";

export function ChapterText(props: {
  chapter: Chapter;
  example: LearnExample | undefined;
  /** The example in the link. */
  exampleId: string | null;
  place: LearnPlace;
  /** The step in the link. */
  step: number | null;
  /** The contents are above the text. */
  contents: boolean;
}) {
  const { chapter, example, place } = props;
  const { Text } = chapter;
  const number = CHAPTERS.indexOf(chapter);
  const top = useRef<HTMLDivElement>(null);
  const [before] = useState(() => placeLeft(chapter.id));
  // Keys scroll the focused element, or the one around it.
  useEffect(() => {
    if (place.exercise === null) top.current?.focus({ preventScroll: true });
  }, [place.exercise]);
  // A chapter opens at its beginning; coming back from another view, where the reader left it.
  useEffect(() => {
    keepPlace(chapter.id, before ?? 0);
    return before !== null && top.current !== null ? holdAt(top.current, before) : undefined;
  }, [chapter, before]);
  return (
    <Document
      open={chapter.id}
      place={props.contents ? `Chapter ${number} of ${CHAPTERS.length - 1}` : null}
      ref={top}
      onScroll={(event) => keepPlace(chapter.id, event.currentTarget.scrollTop)}
    >
      <article className={styles.chapterGrid} aria-labelledby="chapter-title">
        <div className={clsx(styles.prose, styles.proseBefore)}>
          <Lost place={place} chapter={chapter} example={example} exampleId={props.exampleId} step={props.step} />
          <Sections of={chapter} />
          <h1 id="chapter-title">{chapter.title}</h1>
          <Text components={BEFORE} />
          {example !== undefined && chapter.examples.length > 1 && (
            <Row as="ul" data-only="screen" aria-label="Examples of this chapter">
              {chapter.examples.map((one) => (
                <li key={one.id}>
                  <ButtonLink
                    href={addressOf({ chapter: chapter.id, example: one.id })}
                    aria-current={one === example || undefined}
                  >
                    {one.title}
                  </ButtonLink>
                </li>
              ))}
            </Row>
          )}
        </div>
        {example !== undefined && (
          <div className={styles.instrument} data-only="screen">
            <LiveOf chapter={chapter} example={example} />
          </div>
        )}
        <div className={clsx(styles.prose, styles.proseAfter)}>
          {example !== undefined && (
            <>
              <Heading>{`${example.title}, byte by byte`}</Heading>
              <Walk example={example} atOnce={props.step !== null && before === null} />
            </>
          )}
          {/* On a screen each is a link. */}
          <div data-only="paper">
            {chapter.examples
              .filter((one) => one !== example)
              .map((one) => (
                <Fragment key={one.id}>
                  <h2>{one.title}, byte by byte</h2>
                  <Walk example={one} onPaper />
                </Fragment>
              ))}
          </div>
          <Text components={AFTER} />
          {chapter.exercises.length > 0 && <Heading>Exercises</Heading>}
          {chapter.exercises.map((exercise) => (
            <ExerciseCard
              key={exercise.id}
              chapter={chapter.id}
              exercise={exercise}
              named={place.exercise === exercise.id}
              variant={place.exercise === exercise.id ? (place.variant ?? 1) : 1}
            />
          ))}
          <ChapterNav chapter={chapter} />
        </div>
      </article>
    </Document>
  );
}

/** The inspector's title follows its contents, which can be an exercise's bytes. */
function LiveOf({ chapter, example }: { chapter: Chapter; example: LearnExample }) {
  return (
    <Live title={useOpenTitle(chapter) ?? example.title}>{!hasFrames(example) && <StepWords example={example} />}</Live>
  );
}

/** Marks the chapter as done; links to the previous and the next one. */
function ChapterNav({ chapter }: { chapter: Chapter }) {
  const { chapters } = useProgress();
  const number = CHAPTERS.indexOf(chapter);
  const before = CHAPTERS[number - 1];
  const after = CHAPTERS[number + 1];
  const isRead = chapters.includes(chapter.id);
  return (
    <nav className={styles.wayOn} data-only="screen" aria-label="Before and after">
      {before !== undefined ? <a href={addressOf({ chapter: before.id })}>← {before.title}</a> : <span />}
      <Button
        look={isRead ? undefined : "primary"}
        aria-pressed={isRead}
        onClick={() => changeProgress((progress) => withChapter(progress, chapter.id, !isRead))}
      >
        {isRead ? "✓ Finished" : "Finish this chapter"}
      </Button>
      {after !== undefined ? <a href={addressOf({ chapter: after.id })}>{after.title} →</a> : <span />}
    </nav>
  );
}
