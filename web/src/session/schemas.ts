/** Schemas for values from outside the page: links, storage and JSON. Loaded on first use. */
import * as v from "valibot";
import type { OpenOptions } from "../engine/types";

/** Returns `null` if the value doesn't match the schema. */
export function parseOrNull<Value>(schema: v.GenericSchema<unknown, Value>, from: unknown): Value | null {
  const { success, output } = v.safeParse(schema, from);
  return success ? output : null;
}

/** A string of JSON. */
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
 * Written and read by the core: the name of a change, or an object with its
 * parts. Earlier links have a sentence before it, which is skipped.
 */
export const CHANGE = v.pipe(
  v.unknown(),
  v.transform((change): unknown => (Array.isArray(change) ? change[1] : change)),
  v.union([v.string(), v.looseObject({})]),
);
export type Change = v.InferOutput<typeof CHANGE>;
