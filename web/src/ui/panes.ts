/** The panes on the page: which one fills the view, and how one takes the focus. */
import { createStore, useStore } from "../session/store";

const maximized = createStore<string | null>(null);
const panes = new Map<string, HTMLElement>();

/** For a ref of the pane's element. */
export function addPane(id: string, element: HTMLElement): () => void {
  panes.set(id, element);
  return () => {
    if (panes.get(id) === element) panes.delete(id);
  };
}

/** What of a pane takes the focus: the first of these that it has. */
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

/** Returns false if nothing in the pane takes the focus. */
export function focusPane(id: string): boolean {
  const pane = panes.get(id);
  for (const widget of WIDGETS) {
    const element = pane?.querySelector<HTMLElement>(widget);
    if (element == null) continue;
    element.focus();
    return true;
  }
  return false;
}

export function useMaximized(id: string): boolean {
  return useStore(maximized, (pane) => pane === id);
}

/** Lets a pane fill the view, or gives it its place back. */
export function toggleMaximized(id: string): void {
  maximized.update((pane) => (pane === id ? null : id));
}

/** The focused pane, or else the fields. Returns false if there is no such pane. */
export function maximizeFocused(): boolean {
  const focused = [...panes].find(([, element]) => element.contains(document.activeElement));
  const id = focused?.[0] ?? "fields";
  if (!panes.has(id)) return false;
  toggleMaximized(id);
  return true;
}

/** Returns whether a pane filled the view. */
export function restoreMaximized(): boolean {
  const was = maximized.get() !== null;
  maximized.update(() => null);
  return was;
}
