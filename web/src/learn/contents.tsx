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
    <div className={clsx("scroll", styles.contents)} data-only="screen">
      <nav aria-label="Chapters">
        <ol>
          {CHAPTERS.map(({ id, title, brief, exercises }, number) => {
            const solved = exercises.filter((exercise) => progress.exercises.includes(`${id}/${exercise.id}`)).length;
            const isRead = progress.chapters.includes(id);
            return (
              <li key={id}>
                <a href={addressOf({ chapter: id })} aria-current={id === open ? "page" : undefined}>
                  <span aria-hidden="true">{isRead ? "✓" : number}</span>
                  <span>
                    <strong>{title}</strong>
                    <small>{brief}</small>
                    {exercises.length > 0 && (isRead || solved > 0 || id === open) && (
                      <small>
                        {isRead ? "read · " : ""}
                        {solved} of {exercises.length} solved
                      </small>
                    )}
                  </span>
                </a>
              </li>
            );
          })}
        </ol>
        <p>
          What you finish is kept in this browser only.{" "}
          {!isEmpty(progress) && (
            <Button look="link" onClick={() => changeProgress(() => NOTHING_YET)}>
              Forget my progress
            </Button>
          )}
        </p>
      </nav>
      <nav aria-label="Reference">
        <h2 className="heading">Reference</h2>
        <ul>
          {PAGES.map(({ id, title }) => (
            <li key={id}>
              <a href={addressOf({ chapter: id })} aria-current={id === open ? "page" : undefined}>
                <strong>{title}</strong>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
