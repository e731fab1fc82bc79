/** Addresses within the Learn view. */
import { type LearnPlace, NO_LINK } from "../session/link";
import { printWords } from "../session/link-codec";

export function addressOf(place: Partial<LearnPlace> & { chapter: string; example?: string }): string {
  const { example = null, ...learn } = place;
  return `#${printWords({ ...NO_LINK, view: "learn", example, learn: { ...NO_LINK.learn, ...learn } })}`;
}
