/** The user's preferences, kept on this machine. */
import { safeLocalStorage } from "./storage";

const SHORTCUTS = "shortcuts";

export function shortcutsOn(): boolean {
  return safeLocalStorage.getItem(SHORTCUTS) !== "off";
}

export function setShortcutsOn(on: boolean): void {
  safeLocalStorage.setItem(SHORTCUTS, on ? "on" : "off");
}

const TIMES = "times";

/** The pane of step times is expanded. */
export function timesShown(): boolean {
  return safeLocalStorage.getItem(TIMES) !== "off";
}

export function setTimesShown(shown: boolean): void {
  safeLocalStorage.setItem(TIMES, shown ? "on" : "off");
}
