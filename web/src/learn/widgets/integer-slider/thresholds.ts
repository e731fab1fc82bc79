/** The numbers from which an integer takes another byte (RFC 7541 §5.1), and a slider over all lengths. */
import { MOST } from "../integer";

/** The least and the greatest number that takes `bytes` bytes, and the formula of the least. */
export type Length = { bytes: number; least: number; greatest: number; formula: string };

/** Every length of numbers up to 2^32 − 1. */
export function lengths(prefix: number): Length[] {
  const full = 2 ** prefix - 1;
  const found: Length[] = [{ bytes: 1, least: 0, greatest: full - 1, formula: "0" }];
  for (let more = 1; more <= 5; more += 1) {
    const least = more === 1 ? full : full + 2 ** (7 * (more - 1));
    const greatest = Math.min(full + 2 ** (7 * more) - 1, MOST);
    const beyond = more === 1 ? "" : ` + 2^${7 * (more - 1)}`;
    found.push({ bytes: 1 + more, least, greatest, formula: `2^${prefix} − 1${beyond}` });
  }
  return found;
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
