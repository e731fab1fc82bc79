/** The panes on the page: maximizing and focusing them. */
import { createStore, useStore } from "./store";

const maximized = createStore<string | null>(null);
const panes = new Map<string, HTMLElement>();

/** For a ref of the pane's element. */
export function addPane(id: string, element: HTMLElement): () => void {
  panes.set(id, element);
  return () => {
    if (panes.get(id) === element) panes.delete(id);
  };
}

/** Focus targets in a pane, by priority. */
const WIDGETS = [
  "[data-takes-focus]",
  "[role=grid]",
  "[role=listbox]",
  "[role=list][tabindex]",
  "textarea",
  "[role=group][tabindex]",
  "input[type=range]",
  "select",
  "[role=table]",
];

/** Returns false if nothing in the pane can be focused. */
export function focusPane(id: string): boolean {
  const pane = panes.get(id);
  for (const widget of WIDGETS) {
    const element = pane?.querySelector<HTMLElement>(widget);
    if (element == null) continue;
    // Without it, Firefox shows no ring on an element that a click focused before.
    element.focus({ focusVisible: true });
    return true;
  }
  return false;
}

export function useMaximized(id: string): boolean {
  return useStore(maximized, (pane) => pane === id);
}

/** Maximizes or restores a pane. */
export function toggleMaximized(id: string): void {
  maximized.update((pane) => (pane === id ? null : id));
}

/** Maximizes the focused pane, or else the fields. Returns false if there is no such pane. */
export function maximizeFocused(): boolean {
  const focused = [...panes].find(([, element]) => element.contains(document.activeElement));
  const id = focused?.[0] ?? "fields";
  if (!panes.has(id)) return false;
  toggleMaximized(id);
  return true;
}

/** Returns false if no pane was maximized. */
export function restoreMaximized(): boolean {
  const was = maximized.get() !== null;
  maximized.update(() => null);
  return was;
}
