/** Homework on paper: a sheet for each student, with room for the answers. */
import type { Exercise } from "../exercises/exercise";
import { OnPaper } from "../exercises/on-paper";
import styles from "./homework.module.css";

export function Sheets({ students, exercises }: { students: readonly number[]; exercises: readonly Exercise[] }) {
  return (
    <div className={styles.paper} data-paper="" data-only="paper">
      {students.map((student) => (
        <section key={student} aria-label={`Sheet of student ${student}`}>
          <h2>HPACK homework, student {student}</h2>
          <p className={styles.blank}>Name:</p>
          {exercises.map(({ id, title, make }) => {
            const task = make(student);
            return (
              <section key={id}>
                <h3>{title}</h3>
                <OnPaper task={task} />
                {task.fields.map(({ name, label }) => (
                  <p key={name} className={styles.blank}>
                    {label}:
                  </p>
                ))}
              </section>
            );
          })}
        </section>
      ))}
    </div>
  );
}
