/** The conclusion of a sweep: the policy and table size that take the fewest bytes, in words. */
import type { WhatIfCurve } from "../../engine/types";
import { counted } from "../../ui/figures";
import { sizeName } from "./scale";

export type Best = {
  choices: string;
  /** The smallest size that takes the fewest bytes, and whether every larger one takes as few. */
  size: number;
  orMore: boolean;
  bytes: number;
};

/** The policy that knows the following fields. */
const LOOK_AHEAD = "look-ahead";

/** The fewest bytes of all curves; on a tie the smallest table, then the first curve. Null if nothing is known. */
export function bestOf(curves: readonly WhatIfCurve[], sizes: readonly number[]): Best | null {
  let best: Best | null = null;
  for (const { choices, bytes } of curves) {
    for (const [at, found] of bytes.entries()) {
      const size = sizes[at] ?? 0;
      if (found === null || (best !== null && (found > best.bytes || (found === best.bytes && size >= best.size))))
        continue;
      best = { choices, size, orMore: bytes.slice(at).every((later) => later === found), bytes: found };
    }
  }
  return best;
}

/** The sentences; `sent` is the number of bytes sent, `title` names a policy. */
export function conclusion(
  curves: readonly WhatIfCurve[],
  sizes: readonly number[],
  sent: number,
  title: (choices: string) => string,
): string {
  const best = bestOf(curves, sizes);
  if (best === null) return "";
  const lead = best.bytes < sent ? "Fewest bytes:" : "Nothing tested beats what was sent; the closest is";
  const fewest = `${lead} ${named(best, title)}, ${against(best.bytes, sent)}.`;
  if (best.choices !== LOOK_AHEAD) return fewest;
  const real = bestOf(
    curves.filter(({ choices }) => choices !== LOOK_AHEAD),
    sizes,
  );
  const known = "It knows the blocks to come, which no encoder does while it is sending";
  return real === null
    ? `${fewest} ${known}.`
    : `${fewest} ${known}; of the others, ${named(real, title)}, ${against(real.bytes, sent)}.`;
}

function named({ choices, size, orMore }: Best, title: (choices: string) => string): string {
  const table = size === 0 ? "with no dynamic table" : `with a table of ${sizeName(size)}${orMore ? " or more" : ""}`;
  return `“${title(choices)}” ${size === 0 && orMore ? "with any table size" : table}`;
}

function against(bytes: number, sent: number): string {
  const difference = Math.abs(bytes - sent);
  if (difference === 0) return `${counted(bytes, "byte")}, as many as were sent`;
  const share = sent === 0 ? "" : ` (${((100 * difference) / sent).toFixed(1)}%)`;
  return `${counted(bytes, "byte")}, ${counted(difference, "byte")}${share} ${bytes < sent ? "fewer" : "more"} than were sent`;
}
