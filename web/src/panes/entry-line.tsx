/** A line that runs from the selected bytes to the entry of the table that they insert or refer to, after a step. */
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useMedia } from "../ui/use-media";
import styles from "./table-pane.module.css";

/** The line is drawn after a pause of this length, milliseconds: finding its ends takes a layout. */
const PAUSE_MS = 100;

/** `step`: its row; null if it has no entry, undefined until it is loaded. */
export function EntryLine({ step }: { step: number | null | undefined }) {
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const before = useRef<typeof step>(undefined);
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => {
    if (step === undefined || before.current === step) return;
    const isFirst = before.current === undefined;
    before.current = step;
    setPath(null);
    // Nobody has chosen the first step.
    if (step === null || isFirst || isStill) return;
    // Once the panes have scrolled to both, and not at each of the steps that the slider is dragged over.
    const timer = setTimeout(() => setPath(pathToEntry()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [step, isStill]);
  if (path === null) return null;
  // Not in the pane, which clips.
  return createPortal(
    <svg key={step} className={styles.line} aria-hidden="true" onAnimationEnd={() => setPath(null)}>
      <path d={path} pathLength="1" />
    </svg>,
    document.body,
  );
}

/** Null unless both ends can be seen. */
function pathToEntry(): string | null {
  const from = visibleBox("#fields [aria-selected=true] [data-bytes]");
  const to = visibleBox("#table [data-inserted], #table [data-referred]");
  if (from === null || to === null) return null;
  const [x, y] = [from.right, (from.top + from.bottom) / 2];
  const [left, middle] = [to.left, (to.top + to.bottom) / 2];
  const bend = Math.max(Math.abs(left - x) / 2, 40);
  return `M${x},${y}C${x + bend},${y} ${left - bend},${middle} ${left},${middle}`;
}

function visibleBox(selector: string): DOMRect | null {
  const element = document.querySelector(selector);
  if (element === null) return null;
  const box = element.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return element.contains(top) ? box : null;
}
