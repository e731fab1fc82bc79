/** The axes of plots. */

export type Scale = {
  /** Position of a number, 0 to 1; numbers beyond the ends are at the ends. */
  at(number: number): number;
  ticks: number[];
};

/** Round numbers from 0 to `most` or a little above, in at most `steps` steps. */
export function ticks(most: number, steps = 5): number[] {
  if (most <= 0) return [0];
  const rough = most / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) as number));
  const found = [];
  for (let tick = 0; tick < most + step; tick += step) found.push(tick);
  return found;
}

/** From 0 to the round number at or above `most`. */
export function linearScale(most: number): Scale {
  const found = ticks(most, 4);
  const top = found.at(-1) || 1;
  return { at: (number) => number / top, ticks: found };
}

const STEPS = [1, 2, 5];
const FINE_STEPS = [1, 1.2, 1.5, 2, 3, 5, 7];

/** Logarithmic, over all `numbers`, which are above 0, with some room at both ends. */
export function logScale(numbers: number[]): Scale {
  const low = Math.log10(Math.min(...numbers)) - 0.04;
  const high = Math.log10(Math.max(...numbers)) + 0.04;
  const span = high - low;
  const steps = span > 1 ? STEPS : FINE_STEPS;
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= high; power += 1) {
    for (const step of steps) {
      const tick = step * 10 ** power;
      const exponent = Math.log10(tick);
      if (exponent >= low && exponent <= high) ticks.push(Number(tick.toPrecision(2)));
    }
  }
  return { at: (number) => Math.min(1, Math.max(0, (Math.log10(number) - low) / span)), ticks };
}

/** Width of a label's character, and space between two labels, pixels. */
const CHARACTER = 7;
const APART = 8;

/** The ticks whose labels don't overlap on an axis of `width` pixels: powers of ten first, then the others in order. */
export function labeledTicks({ at, ticks }: Scale, width: number): number[] {
  const room = (one: number, other: number) => (`${one}${other}`.length / 2) * CHARACTER + APART;
  const isPower = (tick: number) => Number.isInteger(Math.log10(tick));
  const kept: number[] = [];
  for (const tick of [...ticks.filter(isPower), ...ticks.filter((tick) => !isPower(tick))]) {
    if (kept.every((other) => Math.abs(at(tick) - at(other)) * width >= room(tick, other))) kept.push(tick);
  }
  return kept;
}
