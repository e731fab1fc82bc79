/** The keys of a list: where they lead from a row. */

const PAGE = 8;

/**
 * The row that a key leads to, within a list of `count` rows, and by how many it moves, which the ends of the list do
 * not cut; null for other keys, and where there are no rows. A line that runs sideways moves with its own arrows, too.
 */
export function rowFor(
  key: string,
  { at, count, page = PAGE, sideways = false }: { at: number; count: number; page?: number; sideways?: boolean },
): { to: number; by: number } | null {
  const moves: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
    ...(sideways ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
  };
  const by = moves[key];
  return by === undefined || count === 0 ? null : { to: Math.min(Math.max(at + by, 0), count - 1), by };
}
