/** A logarithmic axis. */

export type Scale = {
  /** Where a number stands, 0 to 1; those beyond the ends stand at the ends. */
  at(number: number): number;
  /** Round numbers to mark. */
  ticks: number[];
};

const STEPS = [1, 2, 5];
const FINE_STEPS = [1, 1.2, 1.5, 2, 3, 5, 7];

/** Over all `numbers`, which are above 0, with some room at both ends. */
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
