/** Homework: a variant of each chosen exercise for each student, with the key, and who has solved what by their codes. */
import { useState } from "react";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field, TextArea } from "../../ui/control";
import { CopyButton } from "../../ui/copy";
import { DataTable } from "../../ui/data-table";
import { Check, Note, Row } from "../../ui/layout";
import { NumberField } from "../../ui/number-field";
import { CHAPTERS } from "../chapters/chapters";
import { addressOf } from "../place";
import { codesIn } from "./code";
import styles from "./homework.module.css";
import { Sheets } from "./sheets";

const ALL = CHAPTERS.flatMap((chapter) => chapter.exercises.map((exercise) => ({ chapter, exercise })));
type Item = (typeof ALL)[number];

/** What is printed of this page. */
const PAPERS = [
  ["sheets", "Students’ sheets"],
  ["key", "Key"],
] as const;

const addressFor = ({ chapter, exercise }: Item, variant: number) =>
  addressOf({ chapter: chapter.id, exercise: exercise.id, variant });

export function Homework() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [students, setStudents] = useState(3);
  const [text, setText] = useState("");
  const [paper, setPaper] = useState<"sheets" | "key">("sheets");
  const items = ALL.filter(({ exercise }) => chosen.has(exercise.id));
  const numbers = Array.from({ length: students }, (_, at) => at + 1);
  const { solved, wrong } = codesIn(text);
  const page = typeof location === "undefined" ? "" : location.href.replace(/#.*/, "");
  const links = numbers.map((student) =>
    [`Student ${student}`, ...items.map((item) => page + addressFor(item, student))].join("\n"),
  );
  return (
    <section className={styles.homework} aria-label="Homework">
      <ul>
        {ALL.map((item) => (
          <li key={item.exercise.id}>
            <Check
              checked={chosen.has(item.exercise.id)}
              onChange={(isChosen) => {
                const others = [...chosen].filter((id) => id !== item.exercise.id);
                setChosen(new Set(isChosen ? [...others, item.exercise.id] : others));
              }}
            >
              {item.chapter.title}: <a href={addressFor(item, 1)}>{item.exercise.title}</a>
            </Check>
          </li>
        ))}
      </ul>
      <NumberField
        label="Students"
        value={students}
        least={1}
        most={500}
        onChange={(students) => setStudents(students ?? 1)}
      />
      {items.length > 0 && (
        <>
          <CopyButton text={links.join("\n\n")} look="primary">
            Copy the students’ links
          </CopyButton>
          <Row gap="items">
            <Choice label="On paper" options={PAPERS} value={paper} onChange={setPaper} />
            <Button onClick={() => print()}>Print</Button>
          </Row>
          {paper === "sheets" && <Sheets students={numbers} exercises={items.map(({ exercise }) => exercise)} />}
          <Field>
            <span>Result codes, pasted from anywhere</span>
            <TextArea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          {wrong.length > 0 && <p role="status">Not codes: {wrong.join(", ")}</p>}
          <DataTable
            wide
            aria-label="Key"
            data-paper={paper === "key" ? "" : undefined}
            columns={["student", ...items.map(({ exercise }) => exercise.title)]}
          >
            {numbers.map((student) => (
              <tr key={student}>
                <th scope="row">{student}</th>
                {items.map((item) => (
                  <td key={item.exercise.id}>
                    <a href={addressFor(item, student)}>
                      {Object.values(item.exercise.make(student).model).join(", ")}
                    </a>
                    {solved.some(({ exercise, variant }) => exercise === item.exercise.id && variant === student) &&
                      " ✓ solved"}
                  </td>
                ))}
              </tr>
            ))}
          </DataTable>
          <Note>
            This table is the answer key; give students only their links. Nothing is sent or kept. A code shows that
            someone solved this student’s variant, not who.
          </Note>
        </>
      )}
    </section>
  );
}
