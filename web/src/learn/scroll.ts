/** Scrolls within the chapter, not the page around it. */

/** Room above and below, CSS pixels. */
const ABOVE = 12;

export function scrollTo(element: HTMLElement): void {
  const chapter = element.closest("[data-document]");
  const top = element.getBoundingClientRect().top - (chapter?.getBoundingClientRect().top ?? 0);
  chapter?.scrollBy({ top: top - ABOVE });
}

/** Scrolls only if the element is out of sight, and then to a third of the height. */
export function reveal(element: HTMLElement): void {
  const chapter = element.closest("[data-document]");
  if (chapter === null) return;
  const [inner, outer] = [element.getBoundingClientRect(), chapter.getBoundingClientRect()];
  if (inner.top >= outer.top + ABOVE && inner.bottom <= outer.bottom - ABOVE) return;
  chapter.scrollBy({ top: inner.top - outer.top - Math.max(ABOVE, (outer.height - inner.height) / 3) });
}

/** Scroll position of the chapter seen last. */
let left: { chapter: string; top: number } | null = null;

export function keepPlace(chapter: string, top: number): void {
  left = { chapter, top };
}

/** Null unless the reader comes back to this chapter. */
export function placeLeft(chapter: string): number | null {
  return left?.chapter === chapter ? left.top : null;
}

/** Keeps a chapter at its position while its figures arrive, until the reader acts; returns a function that ends it. */
export function holdAt(chapter: HTMLElement, top: number): () => void {
  const put = () => chapter.scrollTo({ top });
  const observer = new ResizeObserver(put);
  const end = () => observer.disconnect();
  for (const content of chapter.children) observer.observe(content);
  for (const act of ["wheel", "pointerdown", "keydown", "touchstart"]) {
    chapter.addEventListener(act, end, { once: true, passive: true });
  }
  put();
  return end;
}
