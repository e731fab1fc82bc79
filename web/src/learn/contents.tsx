/** The chapters, with the reader's progress. */
import { clsx } from "clsx";
import { Button } from "../ui/button";
import type { Chapter } from "./chapters/chapter";
import { CHAPTERS } from "./chapters/chapters";
import styles from "./learn.module.css";
import { addressOf } from "./place";
import { changeProgress, NOTHING_YET, useProgress } from "./progress";

export function Contents({ chapter }: { chapter: Chapter }) {
  const progress = useProgress();
  const isAny = progress.chapters.length + progress.exercises.length > 0;
  return (
    <nav className={clsx("scroll", styles.contents)} aria-label="Chapters">
      <ol>
        {CHAPTERS.map(({ id, title, brief, exercises }, number) => {
          const solved = exercises.filter((exercise) => progress.exercises.includes(`${id}/${exercise.id}`)).length;
          const isRead = progress.chapters.includes(id);
          return (
            <li key={id}>
              <a href={addressOf({ chapter: id })} aria-current={id === chapter.id ? "page" : undefined}>
                <span className={styles.contentsNumber} aria-hidden="true">
                  {isRead ? "✓" : number}
                </span>
                <span className={styles.contentsTitle}>
                  {title}
                  <span className={styles.contentsBrief}>{brief}</span>
                  {(isRead || solved > 0 || id === chapter.id) && (
                    <span className={styles.contentsDone}>
                      {isRead ? "read · " : ""}
                      {solved} of {exercises.length} solved
                    </span>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
      <p className={styles.contentsKept}>
        {isAny ? (
          <>
            Kept in this browser only.{" "}
            <Button look="link" onClick={() => changeProgress(() => NOTHING_YET)}>
              Forget my progress
            </Button>
          </>
        ) : (
          "What you finish is kept in this browser only."
        )}
      </p>
    </nav>
  );
}
