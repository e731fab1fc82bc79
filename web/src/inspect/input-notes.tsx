/** What is worth knowing of the input; what is about a part of its text leads there. */

import { useEffect } from "react";
import { type Opened, type Problem, TEXT_CUT } from "../engine/types";
import { count } from "../ui/figures";
import { useRead } from "./inspector";
import styles from "./reading.module.css";
import { hasMoved, selectInField } from "./text-ranges";

/** Most notes that are listed at once. */
const SHOWN = 20;

export function InputNotes({
  opened,
  onPart,
}: {
  opened: Extract<Opened, { status: "ok" }>;
  /** A note about a skipped part, by its index, is pointed at; null when no more. */
  onPart: (part: number | null) => void;
}) {
  const problems = useRead((reader) => (opened.problems === 0 ? null : reader.core.problems(0, SHOWN)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts are counted anew in what is opened next
  useEffect(() => () => onPart(null), [opened, onPart]);
  if (problems === null || problems.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label="Notes on the input">
      {problems.map((problem) => (
        <li key={problem.where + problem.message}>
          <Note problem={problem} opened={opened} onPart={onPart} />
        </li>
      ))}
      {opened.problems > problems.length && (
        <li className="dim">and {count(opened.problems - problems.length)} more</li>
      )}
    </ul>
  );
}

function Note({ problem, opened, onPart }: { problem: Problem } & Parameters<typeof InputNotes>[0]) {
  const { where, message, skipped } = problem;
  const part = skipped === null ? undefined : opened.skipped[skipped];
  const said = (
    <>
      <span className="dim">{where}:</span> {message.slice(0, TEXT_CUT)}
    </>
  );
  if (part === undefined) return said;
  const point = () => onPart(skipped);
  const leave = () => onPart(null);
  return (
    <button
      type="button"
      className={styles.notePart}
      title="Select it in the text"
      onPointerMove={(event) => hasMoved(event) && point()}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
      onClick={() => selectInField(part.start, part.end)}
    >
      {said}
    </button>
  );
}
