/**
 * The state kept for a reload: in the tab's own storage, which the browser
 * deletes with the tab, and only while the page is being left. Secrets stay out
 * of the address, so the address alone would not restore them.
 */
import * as v from "valibot";
import { json, parseOrNull } from "../session/schemas";
import { isOwn, type Session } from "../session/session";
import { type Link, NO_LINK } from "./link";
import { parseWords, printWords } from "./link-codec";
import { sessionLink } from "./session-link";

const SNAPSHOT = json(
  v.object({
    version: v.literal(2),
    /** The address that it belongs to. */
    address: v.string(),
    /** The parameters of a link to the session, with all of the user's own parts. */
    session: v.record(v.string(), v.string()),
    engine: v.string(),
    /** The name of an input that can't be kept. */
    gone: v.nullable(v.string()),
    /** The composition in Encode, as JSON. */
    composition: v.nullable(v.string()),
  }),
);

export type TabSnapshot = Omit<v.InferOutput<typeof SNAPSHOT>, "session"> & { link: Link };

/** Longest text that is kept, characters: storage holds some 5 million. */
const TEXT_MAX = 2_000_000;

export function printSnapshot(session: Session, composition: string | null, address: string): string {
  const { input } = session;
  const isKept = !isOwn(session) || (input.kind === "text" && input.text.length <= TEXT_MAX);
  return JSON.stringify({
    version: 2,
    address,
    session: isKept ? Object.fromEntries(printWords({ ...NO_LINK, ...sessionLink(session, session) })) : {},
    engine: session.options.engine,
    gone: isKept ? null : input.kind === "file" ? input.name : "A long text",
    composition,
  } satisfies v.InferOutput<typeof SNAPSHOT>);
}

/**
 * Returns `null` if the text is not a snapshot, or has another address than `address`, if that is given: what is
 * reloaded has the address that it had when its reload began, and may have changed it since.
 */
export function parseSnapshot(text: string, address: string | null): TabSnapshot | null {
  const snapshot = parseOrNull(SNAPSHOT, text);
  if (snapshot === null || (address !== null && snapshot.address !== address)) return null;
  const link = parseWords(new URLSearchParams(snapshot.session));
  return link.unread.length > 0 ? null : { ...snapshot, link };
}
