/** A button that copies, and confirms it. */
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button";
import { usePause } from "./pause";

/** Time for which “Copied” is shown, milliseconds. */
const COPIED_MS = 1600;
export const COULD_NOT_COPY = "Couldn't copy";

type State = "idle" | "copied" | "failed";
const SAID: Record<State, string> = { idle: "", copied: "Copied", failed: COULD_NOT_COPY };

/** A message that is shown for a moment, and its setter; `idle` otherwise. */
export function useTransient<Said>(idle: Said): [Said, (said: Said) => void] {
  const [said, setSaid] = useState(idle);
  const pause = usePause();
  function say(said: Said) {
    setSaid(said);
    pause.after(COPIED_MS, () => setSaid(idle));
  }
  return [said, say];
}

export function CopyButton({
  text,
  label,
  children,
  ...rest
}: Pick<ComponentProps<typeof Button>, "look" | "className"> & {
  /** The text, or a function that makes it on demand. */
  text: string | (() => string | Promise<string>);
  /** The accessible name, if the content is shorter. */
  label?: string;
  children: ReactNode;
}) {
  const [state, setState] = useTransient<State>("idle");

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
      <Button data-copy="" onClick={copy} aria-label={state === "idle" ? label : undefined} {...rest}>
        {state === "idle" ? children : state === "copied" ? "Copied ✓" : COULD_NOT_COPY}
      </Button>
      <span className="sr-only" role="status">
        {SAID[state]}
      </span>
    </>
  );
}
