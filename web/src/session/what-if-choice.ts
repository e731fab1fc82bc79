/** What is tried on a connection: pure functions over the choice. */
import type { Sender } from "../engine/types";
import { parseTableSize } from "./options";

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

const SIDES: Sender[] = ["client", "server", "unknown"];

/** An id of the menu, in a link. */
const NAME = /^[\w-]{1,40}$/;

/** Adds the choice to a link, as far as it is not the usual one. */
export function printWhatIf(choice: WhatIfChoice, words: URLSearchParams): void {
  const { side, choices, huffman, maximum, compare } = choice;
  if (side !== null) words.set("side", side);
  if (choices !== USUAL_WHAT_IF.choices) words.set("policy", choices);
  if (huffman !== null) words.set("coding", huffman);
  if (maximum !== null) words.set("size", String(maximum));
  if (compare.join() !== USUAL_WHAT_IF.compare.join()) words.set("compare", compare.join(" "));
}

/** Reads it from a link; whatever it can't read is as usual. */
export function parseWhatIf(words: URLSearchParams): WhatIfChoice {
  const name = (word: string) => {
    const found = words.get(word);
    return found !== null && NAME.test(found) ? found : null;
  };
  return {
    side: SIDES.find((side) => side === words.get("side")) ?? null,
    choices: name("policy") ?? USUAL_WHAT_IF.choices,
    huffman: name("coding"),
    maximum: parseTableSize(words.get("size") ?? ""),
    compare:
      words
        .get("compare")
        ?.split(" ")
        .filter((id) => NAME.test(id)) ?? USUAL_WHAT_IF.compare,
  };
}

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
