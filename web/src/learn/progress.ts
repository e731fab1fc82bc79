/** The reader's progress, kept only in this browser. */
import * as v from "valibot";
import { safeLocalStorage } from "../session/storage";
import { createStore, useStore } from "../session/store";

const KEY = "learn";

export type Progress = {
  /** Ids of finished chapters. */
  chapters: readonly string[];
  /** “chapter/exercise” of solved exercises. */
  exercises: readonly string[];
  /** Of the capstone, by variant. */
  capstone: Readonly<Record<string, Score>>;
};

/** Parts solved or shown, and what it took. */
export type Score = { done: number; wrong: number; helps: number; shown: number };

export const NOTHING_YET: Progress = { chapters: [], exercises: [], capstone: {} };
export const NO_SCORE: Score = { done: 0, wrong: 0, helps: 0, shown: 0 };

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
const SCORES = v.fallback(
  v.record(v.string(), v.strictObject({ done: COUNT, wrong: COUNT, helps: COUNT, shown: COUNT })),
  {},
);

/** The stored progress, ignoring what is invalid. */
export function parseProgress(kept: string | null): Progress {
  try {
    const { chapters, exercises, capstone } = JSON.parse(kept ?? "{}") as Record<string, unknown>;
    return { chapters: words(chapters), exercises: words(exercises), capstone: v.parse(SCORES, capstone) };
  } catch {
    return NOTHING_YET;
  }
}

function words(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((word) => typeof word === "string") : [];
}

export function withChapter(progress: Progress, chapter: string, done: boolean): Progress {
  const others = progress.chapters.filter((id) => id !== chapter);
  return { ...progress, chapters: done ? [...others, chapter] : others };
}

export function withExercise(progress: Progress, chapter: string, exercise: string): Progress {
  const id = `${chapter}/${exercise}`;
  return progress.exercises.includes(id) ? progress : { ...progress, exercises: [...progress.exercises, id] };
}

export function withScore(progress: Progress, variant: number, score: Score): Progress {
  return { ...progress, capstone: { ...progress.capstone, [variant]: score } };
}

export function isEmpty({ chapters, exercises, capstone }: Progress): boolean {
  return chapters.length + exercises.length + Object.keys(capstone).length === 0;
}

const store = createStore<Progress>(parseProgress(safeLocalStorage.getItem(KEY)));

/** Without storage, progress lasts until the page is left. */
export function changeProgress(change: (progress: Progress) => Progress): void {
  store.update(change);
  const progress = store.get();
  if (isEmpty(progress)) safeLocalStorage.removeItem(KEY);
  else safeLocalStorage.setItem(KEY, JSON.stringify(progress));
}

export function useProgress(): Progress {
  return useStore(store, (progress) => progress);
}
