/** Addresses within the Learn view. */
import { createContext } from "react";
import { type LearnPlace, NO_LINK } from "../address/link";
import { printWords } from "../address/link-codec";

/** The place that the address names. */
export const PlaceContext = createContext<LearnPlace>(NO_LINK.learn);

export function addressOf(place: Partial<LearnPlace> & { chapter: string; example?: string }): string {
  const { example = null, ...learn } = place;
  return `#${printWords({ ...NO_LINK, view: "learn", example, learn: { ...NO_LINK.learn, ...learn } })}`;
}
