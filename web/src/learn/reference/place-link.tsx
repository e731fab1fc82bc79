/** A chapter, an example or an exercise, written “chapter/part”, as a link. */
import { chapterById } from "../chapters/chapters";
import { addressOf } from "../place";

export function PlaceLink({ place }: { place: string }) {
  const [id = "", part] = place.split("/");
  const chapter = chapterById(id);
  const example = chapter?.examples.find((example) => example.id === part);
  const exercise = chapter?.exercises.find((exercise) => exercise.id === part);
  const address = { chapter: id, ...(exercise && { exercise: exercise.id }), ...(example && { example: example.id }) };
  return <a href={addressOf(address)}>{(exercise ?? example ?? chapter)?.title}</a>;
}
