/** What is built, as the text that a link carries: what is as usual is left out, and what can't be read refused. */
import type {
  Chosen,
  Composition,
  CompositionRow,
  FieldKind,
  FieldText,
  FramingOptions,
  SizeChange,
} from "../engine/compose-types";
import { DEFAULT_TABLE_SIZE } from "../session/options";
import { USUAL_FRAMING, USUAL_POLICY } from "./composition";

const KINDS: readonly FieldKind[] = ["indexed", "incremental", "without", "never"];
const U32 = 2 ** 32 - 1;

export function printComposition({ limit, maximum, prior, policy, framing, blocks }: Composition): string {
  const usual = (value: unknown, than: unknown) => JSON.stringify(value) === JSON.stringify(than);
  return JSON.stringify({
    ...(limit === DEFAULT_TABLE_SIZE ? {} : { limit }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(prior.length === 0 ? {} : { prior }),
    ...(usual(policy, USUAL_POLICY) ? {} : { policy }),
    ...(usual(framing, USUAL_FRAMING) ? {} : { framing }),
    blocks: blocks.map(({ changes, rows }) => ({
      ...(changes.length === 0 ? {} : { changes }),
      rows: rows.map(({ sensitive, ...row }) => (sensitive ? { ...row, sensitive } : row)),
    })),
  });
}

/** null for what is no composition. */
export function parseComposition(text: string): Composition | null {
  try {
    return composition(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Thrown by the functions below, and caught by `parseComposition`. */
class Wrong extends Error {}

function composition(json: unknown): Composition {
  const { limit, maximum, prior, policy, framing, blocks } = object(json);
  return {
    limit: limit === undefined ? DEFAULT_TABLE_SIZE : whole(limit),
    ...(maximum === undefined ? {} : { maximum: whole(maximum) }),
    prior: list(prior ?? []).map(fieldText),
    policy: policy === undefined ? USUAL_POLICY : policyOf(policy),
    framing: framing === undefined ? USUAL_FRAMING : framingOf(framing),
    blocks: list(blocks).map((block) => {
      const { changes, rows } = object(block);
      return { changes: list(changes ?? []).map(change), rows: list(rows).map(row) };
    }),
  };
}

function object(json: unknown): Record<string, unknown> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new Wrong();
  return json as Record<string, unknown>;
}

function list(json: unknown): unknown[] {
  if (!Array.isArray(json)) throw new Wrong();
  return json;
}

function text(json: unknown): string {
  if (typeof json !== "string") throw new Wrong();
  return json;
}

/** Up to 2^32 − 1. */
function whole(json: unknown): number {
  if (typeof json !== "number" || !Number.isInteger(json) || json < 0 || json > U32) throw new Wrong();
  return json;
}

function flag(json: unknown): boolean {
  if (typeof json !== "boolean") throw new Wrong();
  return json;
}

function orNull<Part>(json: unknown, read: (json: unknown) => Part): Part | null {
  return json === null || json === undefined ? null : read(json);
}

function hexDigits(json: unknown): string {
  const digits = text(json);
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new Wrong();
  return digits;
}

function fieldText(json: unknown): FieldText {
  const { name, value, nameHex, valueHex } = object(json);
  return {
    name: text(name),
    value: text(value),
    ...(nameHex === undefined ? {} : { nameHex: hexDigits(nameHex) }),
    ...(valueHex === undefined ? {} : { valueHex: hexDigits(valueHex) }),
  };
}

function row(json: unknown): CompositionRow {
  const { sensitive, choice } = object(json);
  return {
    ...fieldText(json),
    sensitive: sensitive === undefined ? false : flag(sensitive),
    ...(choice === undefined ? {} : { choice: chosen(choice) }),
  };
}

function chosen(json: unknown): Chosen {
  const { kind, index, nameHuffman, valueHuffman } = object(json);
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new Wrong();
  return {
    kind: known,
    index: orNull(index, whole),
    nameHuffman: orNull(nameHuffman, flag),
    valueHuffman: orNull(valueHuffman, flag),
  };
}

function change(json: unknown): SizeChange {
  const { limit, maximum } = object(json);
  return limit === undefined ? { maximum: whole(maximum) } : { limit: whole(limit) };
}

function policyOf(json: unknown): Composition["policy"] {
  const { huffman, indexing } = object(json);
  const id = (json: unknown) => {
    if (!/^[\w-]{1,40}$/.test(text(json))) throw new Wrong();
    return text(json);
  };
  return { ...(huffman === undefined ? {} : { huffman: id(huffman) }), indexing: id(indexing) };
}

function framingOf(json: unknown): FramingOptions {
  const { stream, maxFrameSize, padding, endStream, priority, pushPromise } = object(json);
  return {
    stream: whole(stream),
    maxFrameSize: whole(maxFrameSize),
    padding: orNull(padding, whole),
    endStream: flag(endStream),
    priority: orNull(priority, (json) => {
      const { dependency, exclusive, weight } = object(json);
      return { dependency: whole(dependency), exclusive: flag(exclusive), weight: whole(weight) };
    }),
    pushPromise: orNull(pushPromise, whole),
  };
}
