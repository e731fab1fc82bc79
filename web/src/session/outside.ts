/**
 * What comes from outside the page, a link or a storage, is checked once, where it comes in. This is loaded where there
 * is something to check.
 */
import * as v from "valibot";
import { type OpenOptions, READ_AS, SIDES, SPLITTINGS, TABLES_AT_START } from "../engine/types";
import type { Guess } from "./fragment";
import type { Left } from "./reload";

/** What a schema makes of it; null for what is nothing, or something else. */
export function read<Said>(schema: v.GenericSchema<unknown, Said>, from: unknown): Said | null {
  const { success, output } = v.safeParse(schema, from);
  return success ? output : null;
}

/** A text that is JSON of what a schema says. */
export function json<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(v.string(), v.parseJson(), schema);
}

/** Up to 2^32 − 1. */
export const U32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1));

const PRIOR = v.array(v.strictTuple([v.string(), v.string()])) satisfies v.GenericSchema<unknown, OpenOptions["prior"]>;

/**
 * As the core writes it: the name of a change, or an object with its parts. Only the core looks into it, and puts it
 * into words: earlier links have words of their own before it, which are not read.
 */
const CHANGE = v.pipe(
  v.unknown(),
  v.transform((change): unknown => (Array.isArray(change) ? change[1] : change)),
  v.union([v.string(), v.looseObject({})]),
);
export type Change = v.InferOutput<typeof CHANGE>;

const OPTIONS = v.partial(
  v.object({
    blocks: v.picklist(SPLITTINGS),
    sides: v.picklist(SIDES),
    format: v.nullable(v.string()),
    content: v.nullable(v.picklist(READ_AS)),
    part: v.nullable(v.strictTuple([U32, U32])),
    start: v.picklist(TABLES_AT_START),
    maxTableSize: U32,
    prior: PRIOR,
    engine: v.string(),
  } satisfies { [Option in keyof OpenOptions]: v.GenericSchema<unknown, OpenOptions[Option]> }),
);

/** Most guesses that a link may bring. */
const GUESSES_MOST = 100;

const GUESSES = v.pipe(
  v.array(v.tuple([U32, v.string(), v.nullable(v.string())])),
  v.maxLength(GUESSES_MOST),
  v.transform((guesses) => guesses.map(([row, name, value]): Guess => ({ row: row - 1, name, value }))),
);

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

/** What a text of JSON says, by what it is of. */
export const readPrior = (text: string | null) => read(json(PRIOR), text);
export const readChange = (text: string | null) => read(json(CHANGE), text);
export const readGuesses = (text: string | null) => read(json(GUESSES), text);
export const readLeft = (text: string) => read(json(LEFT), text);
