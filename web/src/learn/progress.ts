/** The reader's progress, kept only in this browser. */
import * as v from "valibot";
import { safeLocalStorage } from "../ui/storage";
import { createStore, useStore } from "../ui/store";

const KEY = "learn";

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Parts solved or shown, and what it took. */
const SCORE = v.strictObject({ done: COUNT, wrong: COUNT, helps: COUNT, shown: COUNT });
export type Score = v.InferOutput<typeof SCORE>;
export const NO_SCORE: Score = { done: 0, wrong: 0, helps: 0, shown: 0 };

const IDS = v.fallback(v.array(v.string()), []);
const PROGRESS = v.object({
  /** Ids of finished chapters. */
  chapters: IDS,
  /** “chapter/exercise” of solved exercises. */
  exercises: IDS,
  /** Of the capstones: of the long one by variant, of the short one by “short-” and variant. */
  capstone: v.fallback(v.record(v.string(), SCORE), {}),
});
export type Progress = v.InferOutput<typeof PROGRESS>;
export const NOTHING_YET: Progress = { chapters: [], exercises: [], capstone: {} };

/** The stored progress, without parts that are invalid. */
export function parseProgress(kept: string | null): Progress {
  try {
    return v.parse(PROGRESS, { ...NOTHING_YET, ...JSON.parse(kept ?? "{}") });
  } catch {
    return NOTHING_YET;
  }
}

export function withChapter(progress: Progress, chapter: string, done: boolean): Progress {
  const others = progress.chapters.filter((id) => id !== chapter);
  return { ...progress, chapters: done ? [...others, chapter] : others };
}

export function withExercise(progress: Progress, chapter: string, exercise: string): Progress {
  return { ...progress, exercises: [...new Set([...progress.exercises, `${chapter}/${exercise}`])] };
}

export function withScore(progress: Progress, variant: string, score: Score): Progress {
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
