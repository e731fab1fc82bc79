/** Reads only a part of the text, or all of it again. */
import { type ReactNode, useEffect, useRef } from "react";
import type { Nearest, OpenOptions } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { type Input, isOpening } from "../session/session";
import { Button } from "../ui/button";
import { count } from "../ui/figures";

/** Such a button was pressed: the one that replaces it then takes the focus. */
let wasPressed = false;

/** `part`: null for all of the text. */
export function PartButton(props: {
  part: OpenOptions["part"];
  look?: "primary" | "link" | undefined;
  children: ReactNode;
}) {
  const { part, look, children } = props;
  const inspector = useInspector();
  const busy = useSession(isOpening);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasPressed && document.activeElement === document.body) button.current?.focus();
    // This button disappears once the part is read, and passes the focus on.
    if (!busy) wasPressed = false;
  }, [busy]);
  return (
    <Button
      ref={button}
      look={look}
      onClick={() => {
        wasPressed = true;
        inspector.reopen({ part });
      }}
    >
      {children}
    </Button>
  );
}

export function saidOfPart([start, end]: [number, number], input: Input): string {
  if (input.kind === "file") return "Only a part of the file is read.";
  const firstLine = input.text.slice(0, start).split("\n").length;
  const lastLine = firstLine + input.text.slice(start, end).trimEnd().split("\n").length - 1;
  return `Only the bytes on ${linesOf({ firstLine, lastLine })} are read.`;
}

export function linesOf({ firstLine, lastLine }: Pick<Nearest, "firstLine" | "lastLine">): string {
  return firstLine === lastLine ? `line ${count(firstLine)}` : `lines ${count(firstLine)}–${count(lastLine)}`;
}
