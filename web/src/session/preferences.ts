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

/** Also read by paint.js. */
const DETAILS = "details";
const details = createStore(safeLocalStorage.getItem(DETAILS) === "on");

/** True if times, all columns and the readings of every engine are shown. */
export function useDetails(): boolean {
  return useStore(details, (shown) => shown);
}

/** Shows or hides elements with `data-detail`. */
export function applyDetails(): void {
  document.documentElement.toggleAttribute("data-details", details.get());
}

export function toggleDetails(): void {
  details.update((shown) => !shown);
  safeLocalStorage.setItem(DETAILS, details.get() ? "on" : "off");
  applyDetails();
}
