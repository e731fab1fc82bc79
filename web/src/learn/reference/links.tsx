/** Links within Learn: to a place, and from a term to its definition. */
import type { ReactNode } from "react";
import { tip } from "../../ui/tip";
import { chapterById } from "../chapters/chapters";
import { addressOf } from "../place";
import { slugOf, TERMS } from "./records";
import styles from "./reference.module.css";

/** A chapter, an example or an exercise, written “chapter/part”. */
export function PlaceLink({ place }: { place: string }) {
  const [id = "", part] = place.split("/");
  const chapter = chapterById(id);
  const example = chapter?.examples.find((example) => example.id === part);
  const exercise = chapter?.exercises.find((exercise) => exercise.id === part);
  const address = { chapter: id, ...(exercise && { exercise: exercise.id }), ...(example && { example: example.id }) };
  return <a href={addressOf(address)}>{(exercise ?? example ?? chapter)?.title}</a>;
}

/** A chapter's first mention of a term; the build puts it in. */
export function Term({ name, children }: { name: string; children: ReactNode }) {
  const definition = TERMS.find((term) => term.name === name)?.definition.replaceAll("`", "") ?? "";
  return (
    <a className={styles.term} href={addressOf({ chapter: "glossary", row: slugOf(name) })} {...tip(definition)}>
      {children}
    </a>
  );
}
