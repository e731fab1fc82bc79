/** The composition for export as bytes or literals: the blocks in order, with the settings between them. */
import type { Composed } from "../../engine/types";
import { DEFAULT_TABLE_SIZE } from "../../session/options";
import type { Building } from "../composition";
import { hexBytes } from "../shown";

export type ExportBlock = {
  /** From 1. */
  number: number;
  bytes: Uint8Array;
  /** All its frames. */
  framesHex: string;
  /** SETTINGS_HEADER_TABLE_SIZE values acknowledged before it, in order, bytes. */
  limits: number[];
};

export type Export = {
  /** SETTINGS_HEADER_TABLE_SIZE at the start, and the table's maximum, bytes. */
  limit: number;
  maximum: number;
  /** Number of the table's initial entries. */
  entries: number;
  blocks: ExportBlock[];
};

export function isEmpty(composed: Composed): boolean {
  return composed.blocks.every(({ hex }) => hex === "");
}

/** Blocks without bytes are left out; their acknowledged settings come before the next block. */
export function exportOf(of: Building, composed: Composed): Export {
  const blocks: ExportBlock[] = [];
  let limits: number[] = [];
  for (const [at, { hex, framesHex }] of composed.blocks.entries()) {
    limits = [
      ...limits,
      ...(of.blocks[at]?.changes ?? []).flatMap((change) => ("limit" in change ? [change.limit] : [])),
    ];
    if (hex === "") continue;
    blocks.push({ number: blocks.length + 1, bytes: hexBytes(hex), framesHex, limits });
    limits = [];
  }
  return { limit: of.limit, maximum: composed.maximum, entries: of.prior.length, blocks };
}

/** Comments before a block, in the words that the page and the command line read. */
export function commentsBefore({ limit, maximum }: Export, { number, limits }: ExportBlock): string[] {
  const comments = limits.map((limit) => `SETTINGS_HEADER_TABLE_SIZE ${limit}`);
  if (number > 1) return comments;
  if (limit > maximum) comments.unshift(`SETTINGS_HEADER_TABLE_SIZE ${limit}`);
  if (maximum !== DEFAULT_TABLE_SIZE) comments.unshift(`initial table size ${maximum}`);
  return comments;
}
