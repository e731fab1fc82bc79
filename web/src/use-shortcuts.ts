/** Single-key shortcuts, inactive while typing; they can be switched off (WCAG 2.1.4). */
import { useEffect } from "react";
import type { Inspector } from "./inspect/inspector";
import type { View } from "./session/fragment";
import { shortcutsOn } from "./session/preferences";
import { restoreMaximised, toggleMaximised } from "./ui/maximised";

/** Panes by digit: what of each takes the focus, the first that is there. */
const FOCUS: Record<string, string[]> = {
  "1": ["#input-text", "#input [role=group][tabindex]"],
  "2": ["#blocks [role=listbox]", "#capture [role=grid]", "#capture [role=list]"],
  "3": ["#bytes [role=grid]"],
  "4": ["#fields [role=grid]"],
  "5": ["#step [role=group][tabindex]"],
  "6": ["#table input[type=range]", "#table [role=table]"],
  "7": ["#timing select"],
  "8": ["#connections [role=listbox]"],
  "/": ["#find-text"],
};

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

export function useShortcuts(inspector: Inspector, view: View, open: (dialog: "help" | "share") => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn()) return;
      const target = event.target instanceof Element ? event.target : null;
      if (isOwnKey(target, event.key) || document.querySelector("[role=dialog], [role=menu], dialog")) return;
      if (event.key === "?") open("help");
      else if (view !== "inspect") return;
      else if (!inspectKey(event.key)) return;
      event.preventDefault();
    }

    function inspectKey(key: string): boolean {
      if (key in FOCUS) return focus(FOCUS[key] ?? []);
      switch (key) {
        case "ArrowRight":
          inspector.step(1);
          return true;
        case "ArrowLeft":
          inspector.step(-1);
          return true;
        case "]":
          inspector.stepBlock(1);
          return true;
        case "[":
          inspector.stepBlock(-1);
          return true;
        case "o":
          inspector.selectOtherSide();
          return true;
        case "m": {
          const pane = document.activeElement?.closest("[data-pane]");
          toggleMaximised(pane?.id ?? "fields");
          return true;
        }
        case "Escape":
          return restoreMaximised();
        case "!":
          inspector.selectFault();
          return true;
        case "e":
          return press("#examples");
        case "c": {
          const button = document.getElementById("compare");
          // The focus stays where it is, and is there again in the end.
          button?.click();
          return button !== null;
        }
        case "s":
          open("share");
          return true;
        default:
          return false;
      }
    }

    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [inspector, view, open]);
}

function focus(selectors: string[]): boolean {
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) continue;
    element.focus();
    return true;
  }
  return false;
}

function press(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  element?.click();
  return element !== null;
}
