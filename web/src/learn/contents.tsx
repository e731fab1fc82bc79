/** The chapters, with the reader's progress, and the reference pages. */
import { clsx } from "clsx";
import { Button } from "../ui/button";
import { CHAPTERS } from "./chapters/chapters";
import styles from "./learn.module.css";
import { addressOf } from "./place";
import { changeProgress, isEmpty, NOTHING_YET, useProgress } from "./progress";
import { PAGES } from "./reference/pages";

export function Contents({ open }: { open: string }) {
  const progress = useProgress();
  return (
    <div className={clsx("scroll", styles.contents)}>
      <nav aria-label="Chapters">
        <ol>
          {CHAPTERS.map(({ id, title, brief, exercises }, number) => {
            const solved = exercises.filter((exercise) => progress.exercises.includes(`${id}/${exercise.id}`)).length;
            const isRead = progress.chapters.includes(id);
            return (
              <li key={id}>
                <a href={addressOf({ chapter: id })} aria-current={id === open ? "page" : undefined}>
                  <span className={styles.contentsNumber} aria-hidden="true">
                    {isRead ? "✓" : number}
                  </span>
                  <span className={styles.contentsTitle}>
                    {title}
                    <span className={styles.contentsBrief}>{brief}</span>
                    {exercises.length > 0 && (isRead || solved > 0 || id === open) && (
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
          {!isEmpty(progress) ? (
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
      <nav aria-label="Reference">
        <h2 className="heading">Reference</h2>
        <ul>
          {PAGES.map(({ id, title }) => (
            <li key={id}>
              <a href={addressOf({ chapter: id })} aria-current={id === open ? "page" : undefined}>
                <span className={styles.contentsTitle}>{title}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
