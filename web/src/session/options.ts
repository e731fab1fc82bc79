/** Options for opening a session: defaults, and parsing of the form's texts. */
import type { OpenOptions } from "../engine/types";

/** Initial SETTINGS_HEADER_TABLE_SIZE (RFC 9113 §6.5.2), bytes. */
export const DEFAULT_TABLE_SIZE = 4096;

export const DEFAULT_OPTIONS: OpenOptions = {
  blocks: "auto",
  sides: "one",
  format: null,
  content: null,
  part: null,
  growing: false,
  start: "fresh",
  maxTableSize: DEFAULT_TABLE_SIZE,
  prior: [],
  engine: "",
};

/** The options with a change; the same object if it changes nothing. */
export function withOptions(options: OpenOptions, change: Partial<OpenOptions>): OpenOptions {
  const keys = Object.keys(change) as (keyof OpenOptions)[];
  const same = keys.every((key) => JSON.stringify(options[key]) === JSON.stringify(change[key]));
  return same ? options : { ...options, ...change };
}

/** The options that differ from the defaults, except for the engine. */
export function changedOptions(
  { engine: _, ...options }: OpenOptions,
  usual: Partial<OpenOptions> = {},
): Partial<OpenOptions> {
  const defaults: Partial<OpenOptions> = { ...DEFAULT_OPTIONS, ...usual };
  const keys = Object.keys(options) as (keyof typeof options)[];
  const changed = keys.filter((key) => JSON.stringify(options[key]) !== JSON.stringify(defaults[key]));
  return Object.fromEntries(changed.map((key) => [key, options[key]]));
}

/** The whole text, in a detected notation: not the user's choice for another text. */
export const RECOGNIZED = { format: null, content: null, part: null } satisfies Partial<OpenOptions>;

/** The user's settings for one text, which need not hold for the next. */
export type StartOptions = Pick<OpenOptions, "start" | "maxTableSize" | "prior" | "blocks" | "sides">;
export const DEFAULT_START: StartOptions = {
  start: DEFAULT_OPTIONS.start,
  maxTableSize: DEFAULT_OPTIONS.maxTableSize,
  prior: DEFAULT_OPTIONS.prior,
  blocks: DEFAULT_OPTIONS.blocks,
  sides: DEFAULT_OPTIONS.sides,
};

/** The session's start; null for the default. */
export function startOf({ start, maxTableSize, prior, blocks, sides }: OpenOptions): StartOptions | null {
  const set = { start, maxTableSize, prior, blocks, sides };
  return JSON.stringify(set) === JSON.stringify(DEFAULT_START) ? null : set;
}

export type PriorText =
  | { status: "ok"; prior: [string, string][] }
  | { status: "error"; line: number; message: string };

/**
 * Entries, one a line as `name: value`, newest first. A pseudo-header field's
 * name begins with a colon; a line without a value is an entry with an empty
 * one.
 */
export function parsePrior(text: string): PriorText {
  const prior: [string, string][] = [];
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":", 1);
    if (colon < 0) {
      return { status: "error", line: number + 1, message: `Line ${number + 1} has no colon between name and value.` };
    }
    prior.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return { status: "ok", prior };
}

export function printPrior(prior: readonly [string, string][]): string {
  return prior.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** A table size from the form, bytes; null if it is not 0 to 2^32 − 1. */
export function parseTableSize(text: string): number | null {
  const digits = text.replaceAll(/[\s_,]/g, "");
  if (!/^\d{1,10}$/.test(digits)) return null;
  const size = Number(digits);
  return size < 2 ** 32 ? size : null;
}
