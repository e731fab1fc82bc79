/** A dynamic table beside other panes can be too narrow for names and values in one line. */
import type { RefObject } from "react";
import { useWidth } from "../ui/use-width";

/** Of what stands around the entries, CSS pixels: in less than this, figures leave a few letters for the texts. */
const WIDE_ENOUGH = 320;

/** The element around the table's entries, and how many lines each of them takes there: a class of their list. */
export function useLines(): [RefObject<HTMLDivElement | null>, "one-line" | "two-lines"] {
  const [element, width] = useWidth<HTMLDivElement>(WIDE_ENOUGH);
  return [element, width < WIDE_ENOUGH ? "two-lines" : "one-line"];
}
