/**
 * The documented fragment with which other programs open blocks, `#v=1&block=8286…&panes=bytes+fields&select=1.3`: a
 * program can write it without this page's compression. docs/embed.md describes it.
 */
import * as v from "valibot";
import { parseOrNull } from "../session/schemas";
import { type Link, NO_LINK, PANES } from "./link";

export const REQUEST_VERSION = 1;

const HEX = /^(?:[0-9a-f]{2})+$/i;
const PLACE = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}(?:\.[1-9]\d{0,8})?$/),
  v.transform((place) => place.split(".").map((number) => Number(number) - 1)),
);
const NAMES = v.pipe(
  v.string(),
  v.transform((names) => names.split(/[ ,]+/).filter((name) => name !== "")),
  v.array(v.picklist(PANES)),
  v.minLength(1),
);
const THEME = v.picklist(["light", "dark", "auto"]);

/** Parameters that have a meaning only in a request. */
export const OF_REQUESTS: readonly string[] = ["panes", "select", "theme"];

/** All parameters of a request but its version. */
export const REQUEST_WORDS: readonly string[] = ["block", ...OF_REQUESTS];

/** True for a fragment's parameters that are a request. */
export function isRequest(words: URLSearchParams): boolean {
  return words.has("v");
}

/** What can't be read, and every unknown parameter, is in `unread`. */
export function parseRequest(words: URLSearchParams): Link {
  const others = [...new Set(words.keys())].filter((word) => word !== "v" && !REQUEST_WORDS.includes(word));
  const unread = others.map((word) => `${word} with v=1`);
  const read = <Value>(word: string, schema: v.GenericSchema<unknown, Value>): Value | null => {
    const text = words.get(word);
    const value = text === null ? null : parseOrNull(schema, text);
    if (text !== null && value === null) unread.push(word);
    return value;
  };
  if (words.get("v") !== String(REQUEST_VERSION)) return { ...NO_LINK, unread: ["v"] };
  const blocks = words.getAll("block");
  // What is wrong with other blocks, and where, is said in their place, as of any input.
  const options: Link["options"] = blocks.every((block) => HEX.test(block)) ? {} : { format: "hex" };
  const [block = null, field = null] = read("select", PLACE) ?? [];
  return {
    ...NO_LINK,
    text: blocks.length > 0 ? blocks.join("\n\n") : null,
    options,
    ...{ block, field, panes: read("panes", NAMES), theme: read("theme", THEME), unread },
  };
}
