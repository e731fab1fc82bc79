/** The reader's progress, kept only in this browser. */
import { safeLocalStorage } from "../session/storage";
import { createStore, useStore } from "../session/store";

const KEY = "learn";

export type Progress = {
  /** Ids of finished chapters. */
  chapters: readonly string[];
  /** “chapter/exercise” of solved exercises. */
  exercises: readonly string[];
};

export const NOTHING_YET: Progress = { chapters: [], exercises: [] };

/** The stored progress, ignoring what is invalid. */
export function parseProgress(kept: string | null): Progress {
  try {
    const { chapters, exercises } = JSON.parse(kept ?? "{}") as Record<string, unknown>;
    return { chapters: words(chapters), exercises: words(exercises) };
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

const store = createStore<Progress>(parseProgress(safeLocalStorage.getItem(KEY)));

/** Without storage, progress lasts until the page is left. */
export function changeProgress(change: (progress: Progress) => Progress): void {
  store.update(change);
  const progress = store.get();
  if (progress.chapters.length + progress.exercises.length === 0) safeLocalStorage.removeItem(KEY);
  else safeLocalStorage.setItem(KEY, JSON.stringify(progress));
}

export function useProgress(): Progress {
  return useStore(store, (progress) => progress);
}
