/** Preferences kept on this machine. */
import { safeLocalStorage } from "./storage";
import { createStore, useStore } from "./store";

const SHORTCUTS = "shortcuts";

export function shortcutsOn(): boolean {
  return safeLocalStorage.getItem(SHORTCUTS) !== "off";
}

export function setShortcutsOn(on: boolean): void {
  safeLocalStorage.setItem(SHORTCUTS, on ? "on" : "off");
}

/** Parts of the page that are shown on demand; the keys are also read by paint.js. */
function createSwitch(key: string) {
  const store = createStore(safeLocalStorage.getItem(key) === "on");
  function toggle() {
    store.update((shown) => !shown);
    safeLocalStorage.setItem(key, store.get() ? "on" : "off");
  }
  return { store, toggle };
}

const details = createSwitch("details");
const grid = createSwitch("grid");

/** True if all columns, the spread of times and the readings of every engine are shown. */
export function useDetails(): boolean {
  return useStore(details.store, (shown) => shown);
}

/** True if the byte grid is shown. */
export function useGrid(): boolean {
  return useStore(grid.store, (shown) => shown);
}

export const toggleGrid = grid.toggle;

/** Shows or hides elements with `data-detail`. */
export function applyDetails(): void {
  document.documentElement.toggleAttribute("data-details", details.store.get());
}

export function toggleDetails(): void {
  details.toggle();
  applyDetails();
}
