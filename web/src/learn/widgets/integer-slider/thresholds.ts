/** The numbers from which an integer takes another byte (RFC 7541 §5.1), and a slider over all lengths. */
import { MOST } from "../integer";

/** The least numbers that take two, three and so on up to six bytes. */
export function thresholds(prefix: number): number[] {
  return [0, 1, 2, 3, 4].map((more) => 2 ** prefix - 1 + (more === 0 ? 0 : 128 ** more));
}

/** Steps of the slider in which a number doubles. */
const FINE = 24;

export const PLACES = 32 * FINE;

/** The number at a position of the logarithmic slider. */
export function valueAt(place: number): number {
  return Math.min(Math.round(2 ** (place / FINE)) - 1, MOST);
}

export function placeOf(value: number): number {
  return Math.round(Math.log2(value + 1) * FINE);
}
