/** What comes from outside the page, a link or a storage, is checked once, where it comes in. */
import * as v from "valibot";
import { type OpenOptions, READ_AS, SIDES, SPLITTINGS, TABLES_AT_START } from "../engine/types";

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

export const PRIOR = v.array(v.strictTuple([v.string(), v.string()])) satisfies v.GenericSchema<
  unknown,
  OpenOptions["prior"]
>;

/**
 * As the core writes it: the name of a change, or an object with its parts. Only the core looks into it, and puts it
 * into words: earlier links have words of their own before it, which are not read.
 */
export const CHANGE = v.pipe(
  v.unknown(),
  v.transform((change): unknown => (Array.isArray(change) ? change[1] : change)),
  v.union([v.string(), v.looseObject({})]),
);
export type Change = v.InferOutput<typeof CHANGE>;

export const OPTIONS = v.partial(
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
