/** The pane that fills the view, if one does. */
import { createStore, useStore } from "../session/store";

const maximised = createStore<string | null>(null);

export function useMaximised(id: string): boolean {
  return useStore(maximised, (pane) => pane === id);
}

export function toggleMaximised(id: string): void {
  maximised.update((pane) => (pane === id ? null : id));
}

/** Gives the pane that fills the view its place back; whether one did. */
export function restoreMaximised(): boolean {
  const was = maximised.get() !== null;
  maximised.update(() => null);
  return was;
}
