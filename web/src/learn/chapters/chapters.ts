/** The path, in the order of RFC 7541. */
import type { Chapter } from "./chapter";
import { WHY } from "./why";

export const CHAPTERS: readonly Chapter[] = [WHY];

export function chapterById(id: string | null): Chapter | null {
  return CHAPTERS.find((chapter) => chapter.id === id) ?? null;
}
