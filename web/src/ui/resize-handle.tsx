/** The line between two panes, by which they are resized. */
import { useEffect, useRef } from "react";
import { Separator } from "react-resizable-panels";

const VALUES = ["aria-valuenow", "aria-valuemin", "aria-valuemax"];

/** The panels write “33.333”, all of which a screen reader would read out. */
function roundValues(handle: HTMLElement): void {
  for (const name of VALUES) {
    const value = handle.getAttribute(name);
    const whole = value === null ? null : String(Math.round(Number(value)));
    if (whole !== null && whole !== value) handle.setAttribute(name, whole);
  }
}

export function ResizeHandle({ label }: { label: string }) {
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = handle.current;
    if (element === null) return;
    roundValues(element);
    const observer = new MutationObserver(() => roundValues(element));
    observer.observe(element, { attributeFilter: VALUES });
    return () => observer.disconnect();
  }, []);
  return <Separator className="resize-handle" aria-label={label} elementRef={handle} />;
}
