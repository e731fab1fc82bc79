/** Sizes of the table on a sweep's axis. */

/** Position of a size among the ascending `sizes`, 0 to 1: each step has the same width. */
export function placeOfSize(size: number, sizes: readonly number[]): number {
  const last = sizes.length - 1;
  if (last < 1) return 0;
  const above = sizes.findIndex((one) => one >= size);
  if (above < 0) return 1;
  const high = sizes[above] ?? 0;
  const low = sizes[above - 1] ?? high;
  const between = high === low ? 1 : (size - low) / (high - low);
  return Math.max(0, above - 1 + between) / last;
}

/** The size nearest to a position, 0 to 1. */
export function sizeAt(place: number, sizes: readonly number[]): number {
  const last = sizes.length - 1;
  return sizes[Math.min(last, Math.max(0, Math.round(place * last)))] ?? 0;
}

/** Sizes with labels on the axis. */
export const NAMED_SIZES = [0, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

/** “4 KiB”, “512 B”. */
export function sizeName(size: number): string {
  return size >= 1024 && size % 1024 === 0 ? `${size / 1024}\u202fKiB` : `${size}\u202fB`;
}

/** “256 B”, or “256 B to 4 KiB”. */
export function sizeRange([least, greatest]: readonly [number, number]): string {
  return least === greatest ? sizeName(greatest) : `${sizeName(least)} to ${sizeName(greatest)}`;
}
