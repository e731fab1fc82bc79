/** What is tried on a connection: pure functions over the choice. */
import type { Sender } from "../engine/types";

export type WhatIfChoice = {
  /** Whose blocks; null: those of the side that sent more of them. */
  side: Sender | null;
  /** Who chooses the representations: an id of the core's menu. */
  choices: string;
  /** Which literals are coded; null: as was sent, or as belongs to the policy. */
  huffman: string | null;
  /** The table's maximum, bytes; null: as was sent. */
  maximum: number | null;
  /** Whose curves are drawn beside, by size. */
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

/** The largest size that is offered, bytes; any can be typed. */
export const SIZE_MAX = 65_536;

/** The number of the direction that is meant among those of a session. */
export function directionOf(side: Sender | null, directions: { sender: Sender; blocks: number }[]): number {
  const named = directions.findIndex(({ sender }) => sender === side);
  if (named >= 0) return named;
  let most = 0;
  for (const [number, { blocks }] of directions.entries()) {
    if (blocks > (directions[most]?.blocks ?? 0)) most = number;
  }
  return most;
}

/** The curves that are asked for: that of what is tried first, each once. */
export function curvesOf({ choices, compare }: WhatIfChoice): string[] {
  return [...new Set([choices, ...compare])];
}
