/** The choices of “What if”: pure functions. */
import type { Sender } from "../engine/types";

export type WhatIfChoice = {
  /** Sender of the blocks; null for the side that sent more of them. */
  side: Sender | null;
  /** Chooses the representations: an id of the core's menu. */
  choices: string;
  /** Selects the Huffman-coded literals; null for as sent, or the policy's default. */
  huffman: string | null;
  /** The table's maximum, bytes; null for as sent. */
  maximum: number | null;
  /** Ids of further choices whose curves are drawn. */
  compare: string[];
};

/** The sender's own choices. */
export const AS_SENT = "as-sent";

export const USUAL_WHAT_IF: WhatIfChoice = {
  side: null,
  choices: "always",
  huffman: null,
  maximum: null,
  compare: [AS_SENT, "never"],
};

/** The largest size on offer, bytes; others can be typed. */
export const SIZE_MAX = 65_536;

/** Index of the chosen direction. */
export function directionOf(side: Sender | null, directions: { sender: Sender; blocks: number }[]): number {
  const named = directions.findIndex(({ sender }) => sender === side);
  if (named >= 0) return named;
  let most = 0;
  for (const [number, { blocks }] of directions.entries()) {
    if (blocks > (directions[most]?.blocks ?? 0)) most = number;
  }
  return most;
}

/** The curves to compute: the choice's first, each once. */
export function curvesOf({ choices, compare }: WhatIfChoice): string[] {
  return [...new Set([choices, ...compare])];
}
