/** The keys of a list: where they lead from a row. */

const PAGE = 8;

/**
 * The row that a key leads to, within a list of `count` rows; null for other keys, and where there are no rows.
 * A line that runs sideways moves with its own arrows, too.
 */
export function rowFor(
  key: string,
  { at, count, page = PAGE, sideways = false }: { at: number; count: number; page?: number; sideways?: boolean },
): number | null {
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
    ...(sideways ? { ArrowRight: at + 1, ArrowLeft: at - 1 } : {}),
  };
  const to = moves[key];
  return to === undefined || count === 0 ? null : Math.min(Math.max(to, 0), count - 1);
}
