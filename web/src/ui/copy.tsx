/** A button that copies, and says that it did. */
import { type ReactNode, useEffect, useState } from "react";

/** How long «Copied» stands, milliseconds. */
const SHOWN_MS = 1600;

type State = "idle" | "copied" | "failed";

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
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
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
    <button type="button" className={className} onClick={copy} aria-label={state === "idle" ? label : undefined}>
      {state === "idle" ? children : state === "copied" ? "Copied ✓" : "The browser refused"}
      <span className="sr-only" role="status">
        {state === "copied" ? "Copied" : ""}
      </span>
    </button>
  );
}
