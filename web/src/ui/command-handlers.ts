/** Commands that a mounted component handles, such as opening its own menu. */
import { useEffect, useRef } from "react";

/** Returns false if there is nothing to do. */
type Handler = (target: Element | null) => unknown;

const handlers = new Map<string, Handler[]>();

/** The handler of the component that was mounted last. */
export function handlerOf(command: string): Handler | undefined {
  return handlers.get(command)?.at(-1);
}

function addHandler(command: string, handler: Handler): () => void {
  handlers.set(command, [...(handlers.get(command) ?? []), handler]);
  return () => {
    handlers.set(command, handlers.get(command)?.filter((one) => one !== handler) ?? []);
  };
}

/** Handles a command while the component is mounted. */
export function useCommandHandler(command: string, handler: Handler): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => addHandler(command, (target) => latest.current(target)), [command]);
}
