/** Undoes or redoes the replacement of an input or composition. */

import type { Inspector } from "../session/inspector";
import type { AppParts } from "./app-parts";

/** Returns false if there is nothing to undo, or the focused field has changes of its own. */
export function undo({ inspector, composer, store }: AppParts, target: Element | null, isRedo: boolean): boolean {
  if (isFieldUndo(inspector, target, isRedo)) return false;
  if (store.get().place.link.view === "encode") return composer.undo();
  const { replaced, undone } = inspector.store.get();
  if ((isRedo ? undone : replaced) === null) return false;
  inspector.undo(isRedo);
  return true;
}

/** The browser undoes typing; undo is ours once the field has exactly the text that replaced something. */
function isFieldUndo(inspector: Inspector, target: Element | null, isRedo: boolean): boolean {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return false;
  if (target instanceof HTMLInputElement && ["range", "checkbox", "radio"].includes(target.type)) return false;
  const { input, replaced, undone } = inspector.store.get();
  const snapshot = isRedo ? undone : replaced;
  const isWhole = target.id === "input-text" && input.kind === "text" && input.text === target.value;
  return !(isWhole && snapshot !== null && snapshot.by === input);
}
