import type { MouseEvent } from "react";

/** False for clicks with a modifier key or another button: the browser opens the link elsewhere. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
