/** A holder of one state, to which components subscribe by what they read of it. */
import { useSyncExternalStore } from "react";

export type Store<State> = {
  get(): State;
  /** If `change` returns the state it was given, listeners are not called. */
  update(change: (state: State) => State): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    update(change) {
      const next = change(state);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `read` must return the same object while what it reads is the same. */
export function useStore<State, Part>(store: Store<State>, read: (state: State) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => read(store.get()));
}
