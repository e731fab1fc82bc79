/** The link to a session: its input, how that is decoded, and what is selected in it. */
import { exampleById } from "../examples/examples";
import { changedOptions } from "../session/options";
import type { Selection } from "../session/selection";
import { hasBlocks, NO_FILTER, type Session } from "../session/session";
import { NO_SESSION_LINK, type SessionLink } from "./link";

/** The user's own parts, which are not in every link. */
export type UserContent = Pick<Session, "input" | "options" | "timeline">;

/**
 * Pasted text, ranges of it, and typed entries and searches are in a link only
 * if they are in `own`: they leave the page only when the user shares them.
 * Guesses are not included: only the worker knows them. The initial selection is
 * left out unless `hasPlace`.
 */
export function sessionLink(session: Session, own: UserContent | null, hasPlace = false): SessionLink {
  const { input, example, options, change } = session;
  const isOwn = own !== null && own.input === input;
  if (example === null && !isOwn) return NO_SESSION_LINK;
  const text = example === null && input.kind === "text" && input.text !== "" ? input.text : null;
  const changed = changedOptions(options, { start: exampleById(example ?? "")?.start ?? "fresh" });
  for (const key of ["prior", "part"] as const) {
    if (!isOwn || options[key] !== own.options[key]) delete changed[key];
  }
  const shown = shownOf(session, hasPlace);
  const { text: search, ...filter }: SessionLink["filter"] = shown.filter ?? {};
  const isFiltered = search !== undefined && isOwn && search === own.timeline.filter.text;
  return {
    ...NO_SESSION_LINK,
    example,
    text,
    options: changed,
    change,
    ...shown,
    filter: isFiltered ? { ...filter, text: search } : filter,
  };
}

/** The selection and filter, if they differ from those of a newly opened input, or if `hasPlace`. */
function shownOf(session: Session, hasPlace: boolean): Partial<SessionLink> {
  if (session.opened?.status !== "ok") return {};
  const { opened, selection, timeline } = session;
  const connection = (opened.connections ?? 1) > 1 ? opened.connection : null;
  const filter: SessionLink["filter"] = Object.fromEntries(
    Object.entries(timeline.filter).filter(([key, value]) => value !== NO_FILTER[key as keyof typeof NO_FILTER]),
  );
  const shown = { connection, frame: timeline.frame, filter };
  if (!hasBlocks(session) || (isFirst(session) && !hasPlace)) return shown;
  return { ...shown, ...placeOf(selection) };
}

/** The parameters that name a selection. */
export function placeOf({ block, row, error }: Selection): Pick<SessionLink, "row" | "block" | "error"> {
  if (row !== null) return { row, block: null, error: null };
  return error ? { row, block: null, error: block } : { row, block, error: null };
}

/** True if the selection is the initial one: the example's, the first error, or the first row. */
function isFirst({ example, opened, selection, change }: Session): boolean {
  if (change !== null || opened?.status !== "ok") return false;
  const { block, row, error } = selection;
  const first = exampleById(example ?? "")?.row ?? null;
  if (first !== null) return row === first;
  if (opened.firstError !== null) return error && block === opened.firstError;
  return row === 0 || (block === 0 && opened.rows === 0);
}
