/** The composition as JSON for a link, without defaults. */
import type { Composition } from "../engine/types";
import { DEFAULT_TABLE_SIZE } from "../session/options";
import { USUAL_FRAMING, USUAL_POLICY } from "./composition";

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
