/** What every export begins with: the blocks in order, with what is said between them. */
import type { Composed, FieldText } from "../../engine/types";
import { DEFAULT_TABLE_SIZE } from "../../session/options";
import type { Building } from "../composition";
import { octetsOf, takenOf } from "../shown";

/** A field that a decoder has to find. */
export type ExportField = { name: Uint8Array; value: Uint8Array; never: boolean };

export type ExportBlock = {
  /** From 1. */
  number: number;
  octets: Uint8Array;
  hex: string;
  /** All its frames. */
  framesHex: string;
  /** SETTINGS_HEADER_TABLE_SIZE acknowledged before it, in order, octets. */
  limits: number[];
  fields: ExportField[];
};

export type Export = {
  /** SETTINGS_HEADER_TABLE_SIZE at the start, and the table's maximum, octets. */
  limit: number;
  maximum: number;
  /** Newest first. */
  prior: FieldText[];
  /** A block that brings a decoder with a new table to where the first one begins; null where that is there already. */
  prime: Pick<ExportBlock, "octets" | "fields"> | null;
  blocks: ExportBlock[];
};

/** Blocks without octets are left out: what was acknowledged before them comes before the next. */
export function exportOf(of: Building, composed: Composed): Export {
  const blocks: ExportBlock[] = [];
  let waiting: number[] = [];
  for (const [at, block] of composed.blocks.entries()) {
    const held = of.blocks[at];
    const changes = held?.changes.flatMap((change) => ("limit" in change ? [change.limit] : [])) ?? [];
    const limits = [...waiting, ...changes];
    waiting = block.hex === "" ? limits : [];
    if (block.hex === "") continue;
    blocks.push({
      number: blocks.length + 1,
      octets: octetsOf(block.hex),
      hex: block.hex,
      framesHex: block.framesHex,
      limits,
      fields: block.rows.map((row, nth) => ({
        ...textOctets(held?.rows[nth] ?? { name: "", value: "" }),
        never: takenOf(row)?.kind === "never",
      })),
    });
  }
  const { maximum } = composed.table;
  return { limit: of.limit, maximum, prior: of.prior, prime: primeOf(maximum, of.prior), blocks };
}

function textOctets({ name, value, nameHex, valueHex }: FieldText): { name: Uint8Array; value: Uint8Array } {
  const octets = (text: string, hex: string | undefined) =>
    hex === undefined ? new TextEncoder().encode(text) : octetsOf(hex);
  return { name: octets(name, nameHex), value: octets(value, valueHex) };
}

/** What stands in front of a block, in the words that the page and the command line read in comments. */
export function saidBefore({ limit, maximum }: Export, { number, limits }: ExportBlock): string[] {
  const said = limits.map((limit) => `SETTINGS_HEADER_TABLE_SIZE ${limit}`);
  if (number > 1) return said;
  if (limit > maximum) said.unshift(`SETTINGS_HEADER_TABLE_SIZE ${limit}`);
  if (maximum !== DEFAULT_TABLE_SIZE) said.unshift(`initial table size ${maximum}`);
  return said;
}

/** `:method: GET`, an entry of the static table (RFC 7541 §6.1 and Appendix A). */
const GET = 0x82;

/** A size update (RFC 7541 §6.3), and the entries as literals with incremental indexing (§6.2.1), the oldest first. */
function primeOf(maximum: number, prior: FieldText[]): Export["prime"] {
  if (maximum === DEFAULT_TABLE_SIZE && prior.length === 0) return null;
  const octets = maximum === DEFAULT_TABLE_SIZE ? [] : integer(0x20, 5, maximum);
  const fields: ExportField[] = prior.toReversed().map((entry) => ({ ...textOctets(entry), never: false }));
  for (const { name, value } of fields) {
    octets.push(0x40, ...integer(0, 7, name.length), ...name, ...integer(0, 7, value.length), ...value);
  }
  if (fields.length === 0) {
    // Some decoders refuse a block that is a size update alone.
    octets.push(GET);
    fields.push({ ...textOctets({ name: ":method", value: "GET" }), never: false });
  }
  return { octets: Uint8Array.from(octets), fields };
}

/** RFC 7541 §5.1. */
function integer(pattern: number, prefixBits: number, value: number): number[] {
  const full = 2 ** prefixBits - 1;
  if (value < full) return [pattern | value];
  const octets = [pattern | full];
  let rest = value - full;
  for (; rest >= 128; rest = Math.floor(rest / 128)) octets.push((rest % 128) + 128);
  octets.push(rest);
  return octets;
}
