/** Ctrl+Z takes back that something was opened in place of something else; Ctrl+Shift+Z and Ctrl+Y redo it. */
import { useEffect } from "react";
import type { Composer } from "./encode/composer";
import type { Inspector } from "./inspect/inspector";
import type { View } from "./session/fragment";

export function useUndo(inspector: Inspector, composer: Composer, view: View): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      if (key !== "z" && key !== "y") return;
      const redo = key === "y" || event.shiftKey;
      if (isForTheField(inspector, event.target, redo) || document.querySelector("[role=dialog], dialog") !== null)
        return;
      if (view === "encode" ? composer.undo() : view === "inspect" && canUndo(inspector, redo)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [inspector, composer, view]);
}

function canUndo(inspector: Inspector, redo: boolean): boolean {
  const { replaced, undone } = inspector.store.get();
  if ((redo ? undone : replaced) === null) return false;
  inspector.undo(redo);
  return true;
}

/** What was typed in a field the browser undoes; in the input's, once nothing was typed since it was replaced, we do. */
function isForTheField(inspector: Inspector, target: EventTarget | null, redo: boolean): boolean {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return false;
  if (target instanceof HTMLInputElement && ["range", "checkbox", "radio"].includes(target.type)) return false;
  const { input, replaced, undone } = inspector.store.get();
  const held = redo ? undone : replaced;
  const isWhole = target.id === "input-text" && input.kind === "text" && input.text === target.value;
  return !(isWhole && held !== null && held.by === input);
}
