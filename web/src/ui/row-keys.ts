/** Keyboard navigation in a list. */

const PAGE = 8;

/**
 * The row that a key leads to, in a list of `count` rows, and the distance, not
 * limited by the ends of the list; null for other keys and empty lists. A
 * horizontal list has the horizontal arrow keys, too.
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
