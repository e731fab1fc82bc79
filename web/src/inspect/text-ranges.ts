/** Ranges of the input's text, and their highlights on a mirror of it. */
import { type RefObject, useEffect } from "react";

/** A range of the text, UTF-16 offsets, end exclusive. */
export type TextRange = { from: number; to: number };

/** A part of the text that was not read, and why. */
export type SkippedPart = TextRange & { reason: string };

/** Highlighted and grayed parts of the text. */
export type Lights = {
  selected: TextRange | null;
  over: TextRange | null;
  culprit: TextRange | null;
  skipped: readonly SkippedPart[];
};

/** The part at offset `at`. */
export function partAt(parts: readonly SkippedPart[], at: number): SkippedPart | null {
  return parts.find(({ from, to }) => from <= at && at < to) ?? null;
}

/** The range in the mirror, whose only child is the text. */
export function rangeIn(mirror: HTMLElement | null, at: TextRange | null): Range | null {
  const letters = mirror?.firstChild;
  if (!(letters instanceof Text) || at === null || at.from >= letters.length) return null;
  const range = new Range();
  range.setStart(letters, at.from);
  range.setEnd(letters, Math.min(Math.max(at.to, at.from + 1), letters.length));
  return range;
}

/** The part under a point of the window. Parts are in text order, so the search ends below the point's line. */
export function partUnder(
  mirror: HTMLElement | null,
  parts: readonly SkippedPart[],
  x: number,
  y: number,
): SkippedPart | null {
  let first = 0;
  for (let end = parts.length; first < end; ) {
    const middle = (first + end) >> 1;
    const box = rangeIn(mirror, parts[middle] ?? null)?.getBoundingClientRect();
    if (box !== undefined && box.bottom < y) first = middle + 1;
    else end = middle;
  }
  for (const part of parts.slice(first)) {
    const range = rangeIn(mirror, part);
    if (range === null || range.getBoundingClientRect().top > y) return null;
    const holds = (box: DOMRect) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
    if (Array.from(range.getClientRects()).some(holds)) return part;
  }
  return null;
}

/** Paints ranges of the mirror's text in the style `::highlight(name)`. */
export function useHighlight(
  name: string,
  mirror: RefObject<HTMLElement | null>,
  at: TextRange | readonly TextRange[] | null,
  text: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another text node
  useEffect(() => {
    if (!("highlights" in CSS)) return;
    const places = at === null ? [] : "from" in at ? [at] : at;
    const ranges = places.map((place) => rangeIn(mirror.current, place)).filter((range) => range !== null);
    if (ranges.length === 0) CSS.highlights.delete(name);
    else CSS.highlights.set(name, new Highlight(...ranges));
    return () => {
      CSS.highlights.delete(name);
    };
  }, [name, mirror, at, text]);
}

/** False if the page moved under a resting pointer. */
export function isRealPointerMove({ movementX, movementY }: { movementX: number; movementY: number }): boolean {
  return movementX !== 0 || movementY !== 0;
}

/** Scrolls the field, and the mirror with it, to a range that is out of view. */
export function scrollToRange(field: HTMLTextAreaElement, mirror: HTMLElement | null, at: TextRange | null): void {
  if (mirror === null) return;
  // Focusing may just have scrolled the field.
  mirror.scrollTop = field.scrollTop;
  const place = rangeIn(mirror, at)?.getBoundingClientRect();
  const box = field.getBoundingClientRect();
  if (place === undefined) return;
  if (place.top >= box.top + 4 && place.bottom <= box.bottom - 4) return;
  field.scrollTop += place.top - box.top - box.height / 3;
  mirror.scrollTop = field.scrollTop;
}

/** Selects a range in the text field, if the text is in one. */
export function selectInField(from: number, to: number): void {
  const field = document.querySelector<HTMLTextAreaElement>("#input-text");
  if (field === null) return;
  field.focus();
  field.setSelectionRange(from, to);
  scrollToRange(field, document.querySelector<HTMLElement>("[data-mirror]"), { from, to });
  field.scrollIntoView({ block: "nearest" });
}
