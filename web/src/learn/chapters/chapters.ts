/** The path, in the order of RFC 7541. */
import type { Chapter } from "./chapter";
import { COSTS } from "./costs";
import { ERRORS } from "./errors";
import { FRAMES } from "./frames";
import { INTEGERS } from "./integers";
import { REPRESENTATIONS } from "./representations";
import { SENSITIVE } from "./sensitive";
import { STRINGS } from "./strings";
import { TABLE_LIFE } from "./table-life";
import { TABLES } from "./tables";
import { WHY } from "./why";

export const CHAPTERS: readonly Chapter[] = [
  WHY,
  TABLES,
  INTEGERS,
  STRINGS,
  REPRESENTATIONS,
  TABLE_LIFE,
  SENSITIVE,
  ERRORS,
  FRAMES,
  COSTS,
];

export function chapterById(id: string | null): Chapter | null {
  return CHAPTERS.find((chapter) => chapter.id === id) ?? null;
}
