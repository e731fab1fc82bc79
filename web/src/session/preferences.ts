/** What a person set for good; it stays on this machine. */

const SHORTCUTS = "shortcuts";

export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS) !== "off";
  } catch {
    return true;
  }
}

export function setShortcutsOn(on: boolean): void {
  try {
    localStorage.setItem(SHORTCUTS, on ? "on" : "off");
  } catch {
    // Where storage is refused the keys stay as they are.
  }
}
