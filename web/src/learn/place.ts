/** Addresses within the Learn view. */
import { type LearnPlace, NO_LINK, serializeLink } from "../session/fragment";

export function addressOf(place: Partial<LearnPlace> & { chapter: string; example?: string }): string {
  const { example = null, exercise = null, variant = null, chapter } = place;
  return `#${serializeLink({ ...NO_LINK, view: "learn", example, learn: { chapter, exercise, variant } })}`;
}
