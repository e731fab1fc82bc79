/** What panes read: the session's state, and the worker's answers about it. */
import { createContext, useContext, useMemo } from "react";
import type { CachedFunctions } from "../engine/client";
import type { Known, Reader } from "../engine/reader";
import type { BlockContent, Connection, StepContent } from "../engine/types";
import type { Block } from "../engine/windows";
import { useStore } from "../ui/store";
import { useLast, usePeek } from "../ui/use-known";
import type { Inspector } from "./inspector";
import type { Hover } from "./selection";
import { hasBlocks, type Session } from "./session";

/** The Inspect view's. */
export const PageInspectorContext = createContext<Inspector | null>(null);

/** For panes that show another inspector than the page's. */
export const InspectorContext = createContext<Inspector | null>(null);

export function useInspector(): Inspector {
  const pageInspector = useContext(PageInspectorContext);
  const inspector = useContext(InspectorContext) ?? pageInspector;
  if (inspector === null) throw new Error("no Inspector above this pane");
  return inspector;
}

/** The Inspect view's inspector, in any component. */
export function usePageInspector(): Inspector {
  const inspector = useContext(PageInspectorContext);
  if (inspector === null) throw new Error("no page above this component");
  return inspector;
}

export function useSession<Part>(read: (session: Session) => Part): Part {
  return useStore(useInspector().store, read);
}

export function useHovered<Part>(read: (over: Hover) => Part): Part {
  return useStore(useInspector().hovered, read);
}

export function useReader(): Reader {
  return useSession((session) => session.reader);
}

/** Reads from the cache: null until the answer arrives, which then renders the component again. */
export function useCached(): <Answer>(read: (known: Known) => Answer) => Answer | null {
  const { known, before } = useReader();
  const peek = usePeek();
  return (read) =>
    peek(
      () => read(known),
      () => before?.peek(read) ?? null,
    );
}

/** Like `useCached`, but keeps the last answer until the next arrives, so that panes do not flicker while stepping. */
export function useCachedOrLast<Answer>(read: (known: Known) => Answer): Answer | null {
  const { session } = useReader();
  const found = useCached()((known) => ({ answer: read(known) }));
  return useLast(session, found)?.answer ?? null;
}

/** Like `useCachedOrLast`, for functions that need no session. */
export function useFunctions<Answer>(read: (functions: CachedFunctions) => Answer): Answer | null {
  const { client } = useInspector();
  const found = usePeek()(() => ({ answer: read(client.known) }));
  return useLast(client, found)?.answer ?? null;
}

/** The selected connection of a capture; null while it is loading. */
export function useSelectedConnection(): Connection | null {
  const number = useSession(({ opened }) =>
    opened?.status === "ok" && opened.connections !== null ? opened.connection : null,
  );
  const connection = useCachedOrLast((known) =>
    number === null ? null : (known.connections(number, number + 1)[0] ?? null),
  );
  return connection?.number === number ? connection : null;
}

/** The selected block, or null while it is loading or a frame without one is selected. */
export function useSelectedBlock(): Block | null {
  const isAlone = useSession((session) => session.timeline.frameWithoutBlock !== null);
  const number = useSession((session) => session.selection.block);
  const block = useCached()((known) => known.block(number));
  return isAlone ? null : block;
}

/** The selected block's content, with its number. */
export function useSelectedContent(): (BlockContent & { block: number }) | null {
  const block = useSession((session) => session.selection.block);
  const isAlone = useSession((session) => session.timeline.frameWithoutBlock !== null);
  const content = useCached()((known) => (known.block(block) === null ? null : known.content(block)));
  return useMemo(() => (content === null || isAlone ? null : { block, ...content }), [content, block, isAlone]);
}

/** The selected step's content; the previous one until it is loaded. */
export function useSelectedStep(): StepContent | null {
  const { block, row, error } = useSession((session) => session.selection);
  const isSomething = useSession(hasBlocks);
  return useCachedOrLast((known) => (isSomething ? known.step(block, row, error) : null));
}
