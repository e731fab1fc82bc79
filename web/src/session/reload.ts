/**
 * What is open, kept for a reload: in the tab's own storage, which the browser
 * forgets with the tab, and only while the page is left. Secrets stay out of
 * the address, so the address alone would not bring them back.
 */
import type { OpenOptions } from "../engine/types";
import type { Change } from "./outside";
import { isOwn, type Session } from "./session";

export type Left = {
  version: 1;
  /** The address, to which this belongs. */
  address: string;
  /** The person's own text; null where there is none, or it is too long. */
  text: string | null;
  /** What can't be kept, by its name. */
  gone: string | null;
  options: Partial<OpenOptions>;
  row: number | null;
  change: Change | null;
  /** What is built in Encode, as JSON. */
  composition: string | null;
};

/** Longest text that is kept, characters: storages hold some 5 million. */
const TEXT_MAX = 2_000_000;

export function leaving(session: Session, composition: string | null, address: string): Left {
  const { input, options, selection, change } = session;
  const own = isOwn(session);
  const text = own && input.kind === "text" && input.text.length <= TEXT_MAX ? input.text : null;
  const name = input.kind === "file" ? input.name : "A long text";
  return {
    version: 1,
    address,
    text,
    gone: own && text === null ? name : null,
    options,
    row: selection.row,
    change,
    composition,
  };
}

/** What was kept for this address; null for nothing, or something else. */
export async function arriving(kept: string | null, address: string): Promise<Left | null> {
  const left = kept === null ? null : (await import("./outside")).readLeft(kept);
  return left?.address === address ? left : null;
}
