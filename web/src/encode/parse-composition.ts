/** Validates a link's composition. Loaded on demand. */
import * as v from "valibot";
import { type Composition, KINDS } from "../engine/types";
import { DEFAULT_TABLE_SIZE } from "../session/options";
import { json, parseOrNull, U32 } from "../session/schemas";
import { USUAL_FRAMING, USUAL_POLICY } from "./composition";

/** Null if it is not a composition. */
export function parseComposition(text: string): Composition | null {
  return parseOrNull(COMPOSITION, text);
}

const HEX = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/i));
const POLICY = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

const FIELD_TEXT = v.object({
  name: v.string(),
  value: v.string(),
  nameHex: v.exactOptional(HEX),
  valueHex: v.exactOptional(HEX),
});

const CHOSEN = v.object({
  kind: v.picklist(KINDS.filter((kind) => kind !== "size-update")),
  index: v.nullish(U32, null),
  nameHuffman: v.nullish(v.boolean(), null),
  valueHuffman: v.nullish(v.boolean(), null),
});

const FRAMING = v.object({
  stream: U32,
  maxFrameSize: U32,
  padding: v.nullish(U32, null),
  endStream: v.boolean(),
  priority: v.nullish(v.object({ dependency: U32, exclusive: v.boolean(), weight: U32 }), null),
  pushPromise: v.nullish(U32, null),
});

const COMPOSITION = json(
  v.object({
    limit: v.optional(U32, DEFAULT_TABLE_SIZE),
    maximum: v.exactOptional(U32),
    prior: v.optional(v.array(FIELD_TEXT), []),
    policy: v.optional(v.object({ huffman: v.exactOptional(POLICY), indexing: POLICY }), USUAL_POLICY),
    framing: v.optional(FRAMING, USUAL_FRAMING),
    blocks: v.array(
      v.object({
        changes: v.optional(v.array(v.union([v.object({ limit: U32 }), v.object({ maximum: U32 })])), []),
        rows: v.array(
          v.object({
            ...FIELD_TEXT.entries,
            sensitive: v.optional(v.boolean(), false),
            choice: v.exactOptional(CHOSEN),
          }),
        ),
      }),
    ),
  }),
) satisfies v.GenericSchema<unknown, Composition>;
