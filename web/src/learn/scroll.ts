/** Scrolling within the chapter: the page around it stays where it is. */

/** Room above, CSS pixels. */
const ABOVE = 12;

export function scrollTo(element: HTMLElement): void {
  const chapter = element.closest(".chapter");
  if (chapter === null) return;
  const top = element.getBoundingClientRect().top - chapter.getBoundingClientRect().top;
  chapter.scrollBy({ top: top - ABOVE });
}
