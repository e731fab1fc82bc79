/**
 * What is open, kept for a reload: in the tab's own storage, which the browser
 * forgets with the tab, and only while the page is left. Secrets stay out of
 * the address, so the address alone would not bring them back.
 */
import * as v from "valibot";
import type { OpenOptions } from "../engine/types";
import { CHANGE, type Change, json, OPTIONS, read, U32 } from "./outside";
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

const LEFT = v.object({
  version: v.literal(1),
  address: v.string(),
  text: v.nullable(v.string()),
  gone: v.nullable(v.string()),
  options: OPTIONS,
  row: v.nullable(U32),
  change: v.nullable(CHANGE),
  composition: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, Left>;

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
export function arriving(kept: string | null, address: string): Left | null {
  const left = read(json(LEFT), kept);
  return left?.address === address ? left : null;
}
