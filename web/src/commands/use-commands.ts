/** Runs commands by their keys. Those of single characters can be switched off (WCAG 2.1.4). */
import { useEffect } from "react";
import type { App } from "../app/app-context";
import { shortcutsOn } from "../session/preferences";
import { isCapture } from "../session/session";
import { handlerOf } from "../ui/command-handlers";
import { COMMANDS, type Command } from "./table";

/** Widgets that have a use for any key: letters are typed into them, or choose in them. */
const ANY_KEY = "input:not([type=range], [type=checkbox]), textarea, select, [role=menu], [role=dialog], dialog";
/** Widgets that move by these keys alone. */
const MOVED = "input[type=range], [role=tablist]";
const MOVING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/** Whether the widget that has the focus has a use for this key. */
export function isOwnKey(target: Element | null, key: string): boolean {
  if (target === null) return false;
  return target.closest(ANY_KEY) !== null || (MOVING.has(key) && target.closest(MOVED) !== null);
}

/** The pressed keys as the table names them. Shift is part of a character. */
function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isHeld = ctrlKey || metaKey;
  const isCharacter = key.length === 1;
  const held = [isHeld && "Control", altKey && "Alt", shiftKey && (isHeld || !isCharacter) && "Shift"];
  return [...held.filter((name) => name !== false), isHeld && isCharacter ? key.toUpperCase() : key].join("+");
}

/** The commands that apply to the view and the input. */
export function commandsFor({ store }: App): Command[] {
  const { place, session } = store.get();
  const input = isCapture(session) ? "capture" : "text";
  return COMMANDS.filter((command) => command.views.includes(place.link.view) && (command.input ?? input) === input);
}

export function isAvailable({ id, run }: Command): boolean {
  return run !== undefined || handlerOf(id) !== undefined;
}

/** Returns whether there was something to do. */
export function runCommand({ id, run }: Command, app: App, target: Element | null): boolean {
  const handler = handlerOf(id);
  if (handler !== undefined) return handler(target) !== false;
  return run !== undefined && run(app, target) !== false;
}

export function useCommands(app: App): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector("[role=dialog], [role=menu], dialog") !== null) return;
      const shortcut = shortcutOf(event);
      const command = commandsFor(app).find(({ keys }) => keys.includes(shortcut));
      if (command === undefined) return;
      const target = event.target instanceof Element ? event.target : null;
      if (!shortcut.startsWith("Control+") && isOwnKey(target, event.key)) return;
      if (shortcut.length === 1 && !shortcutsOn()) return;
      if (runCommand(command, app, target)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [app]);
}
