/** A button that copies, and says that it did. */
import { type ReactNode, useEffect, useState } from "react";

/** How long “Copied” is shown, milliseconds. */
export const COPIED_MS = 1600;
export const COULD_NOT_COPY = "Couldn't copy";

type State = "idle" | "copied" | "failed";
const SAID: Record<State, string> = { idle: "", copied: "Copied", failed: COULD_NOT_COPY };

export function CopyButton({
  text,
  label,
  children,
  className = "button",
}: {
  /** The text, or what makes it when it is asked for. */
  text: string | (() => string | Promise<string>);
  /** The accessible name, when the content is shorter. */
  label?: string;
  children: ReactNode;
  className?: string;
}) {
  const [state, setState] = useState<State>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setState("copied");
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <button type="button" className={className} onClick={copy} aria-label={state === "idle" ? label : undefined}>
        {state === "idle" ? children : state === "copied" ? "Copied ✓" : COULD_NOT_COPY}
      </button>
      <span className="sr-only" role="status">
        {SAID[state]}
      </span>
    </>
  );
}
