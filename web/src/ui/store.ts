/** A store of one state, to whose parts components subscribe. */
import { useSyncExternalStore } from "react";

export type Store<State> = {
  get(): State;
  /** Listeners are not called if `change` returns the state it was given. */
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

/** A part of a store's state, as its own store: its listeners are called only when that part changes. */
export function partOf<State, Key extends keyof State>(store: Store<State>, key: Key): Store<State[Key]> {
  return {
    get: () => store.get()[key],
    update: (change) =>
      store.update((state) => {
        const part = change(state[key]);
        return part === state[key] ? state : { ...state, [key]: part };
      }),
    subscribe(listener) {
      let last = store.get()[key];
      return store.subscribe(() => {
        const now = store.get()[key];
        if (now === last) return;
        last = now;
        listener();
      });
    },
  };
}

/** `read` must return the same object while what it reads is the same. */
export function useStore<State, Part>(store: Store<State>, read: (state: State) => Part): Part {
  const part = () => read(store.get());
  return useSyncExternalStore(store.subscribe, part, part);
}
