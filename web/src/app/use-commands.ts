/** Runs commands by their keys. Single-character keys can be turned off (WCAG 2.1.4). */
import { useEffect } from "react";
import { COMMANDS, type Command } from "../commands/table";
import { hasCaptureLayout } from "../session/session";
import { handlerOf } from "../ui/command-handlers";
import { maximizeFocused, restoreMaximized } from "../ui/panes";
import { shortcutsOn } from "../ui/preferences";
import type { AppParts } from "./app-parts";
import { undo } from "./undo";

/** Returns false if there is nothing to do. */
type Action = (app: AppParts, target: Element | null) => unknown;

/**
 * Commands that act on the whole page. A mounted component that handles the
 * command (`useCommandHandler`) takes precedence; without either the command is
 * not available.
 */
const ACTIONS: { [id: string]: Action } = {
  inspect: ({ navigate }) => navigate("inspect"),
  "explain-block": ({ navigate }) => navigate("explain"),
  build: ({ navigate }) => navigate("encode", "build"),
  "what-if": ({ navigate }) => navigate("encode", "what-if"),
  benchmark: ({ navigate }) => navigate("benchmark"),
  learn: ({ navigate }) => navigate("learn"),
  "previous-step": ({ inspector }) => inspector.step(-1),
  "next-step": ({ inspector }) => inspector.step(1),
  "previous-block": ({ inspector }) => inspector.stepBlock(-1),
  "next-block": ({ inspector }) => inspector.stepBlock(1),
  "next-error": ({ inspector }) => inspector.selectError(),
  counterpart: ({ inspector }) => inspector.selectCounterpart(),
  maximize: maximizeFocused,
  restore: restoreMaximized,
  undo: (app, target) => undo(app, target, false),
  redo: (app, target) => undo(app, target, true),
};

/** Widgets that use any key, to type or to select. */
const ANY_KEY = "input:not([type=range], [type=checkbox]), textarea, select, [role=menu], [role=dialog], dialog";
/** Widgets that use only movement keys. */
const MOVED = "input[type=range], [role=tablist]";
const MOVING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/** True if the focused widget uses the key itself. */
export function isOwnKey(target: Element | null, key: string): boolean {
  if (target === null) return false;
  return target.closest(ANY_KEY) !== null || (MOVING.has(key) && target.closest(MOVED) !== null);
}

/** The pressed keys in the command table's form. Shift is part of a character. */
function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isHeld = ctrlKey || metaKey;
  const isCharacter = key.length === 1;
  const held = [isHeld && "Control", altKey && "Alt", shiftKey && (isHeld || !isCharacter) && "Shift"];
  return [...held.filter((name) => name !== false), isHeld && isCharacter ? key.toUpperCase() : key].join("+");
}

/** The commands that apply to the view and the input. */
export function commandsFor({ store }: AppParts): Command[] {
  const { place, session } = store.get();
  const input = hasCaptureLayout(session) ? "capture" : "text";
  return COMMANDS.filter((command) => command.views.includes(place.link.view) && (command.input ?? input) === input);
}

export function isAvailable({ id }: Command): boolean {
  return ACTIONS[id] !== undefined || handlerOf(id) !== undefined;
}

/** Returns false if there was nothing to do. */
export function runCommand({ id }: Command, app: AppParts, target: Element | null): boolean {
  const handler = handlerOf(id);
  if (handler !== undefined) return handler(target) !== false;
  const action = ACTIONS[id];
  return action !== undefined && action(app, target) !== false;
}

export function useCommands(app: AppParts): void {
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
