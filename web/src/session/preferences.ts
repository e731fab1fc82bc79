/** What a person set for good; it stays on this machine. */
import { localKept } from "./storage";

const SHORTCUTS = "shortcuts";

export function shortcutsOn(): boolean {
  return localKept.getItem(SHORTCUTS) !== "off";
}

export function setShortcutsOn(on: boolean): void {
  localKept.setItem(SHORTCUTS, on ? "on" : "off");
}

const TIMES = "times";

/** Whether the pane of times shows more than its heading. */
export function timesShown(): boolean {
  return localKept.getItem(TIMES) !== "off";
}

export function setTimesShown(shown: boolean): void {
  localKept.setItem(TIMES, shown ? "on" : "off");
}
