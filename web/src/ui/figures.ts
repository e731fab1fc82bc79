/** Formats numbers: grouped digits, fitting precision, a unit. */

/** Groups digits from five on: 4096, 12,345. */
const GROUPED = new Intl.NumberFormat("en", { maximumFractionDigits: 0, useGrouping: "min2" });

export function count(number: number): string {
  return GROUPED.format(number);
}

/** “1 block”, “2 blocks”. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Nanoseconds with two or three significant digits. */
export function nanoseconds(ns: number): string {
  if (ns >= 1e6) return `${significant(ns / 1e6)} ms`;
  if (ns >= 10_000) return `${significant(ns / 1e3)} µs`;
  return `${significant(ns)} ns`;
}

export function significant(number: number): string {
  if (number >= 9.95) return String(Math.round(number));
  return number === 0 || number >= 0.95 ? number.toFixed(1).replace(/\.0$/, "") : number.toPrecision(2);
}

/** “735 B”, “1.3 MB”: bytes in powers of ten. */
export function bytes(number: number): string {
  if (number < 10_000) return `${count(number)} B`;
  const units = ["kB", "MB", "GB"];
  let unit = 0;
  let scaled = number / 1000;
  while (scaled >= 999.5 && unit < units.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return `${scaled >= 99.5 ? Math.round(scaled) : scaled.toPrecision(scaled >= 9.95 ? 3 : 2)} ${units[unit]}`;
}

/** Seconds from nanoseconds, to the microsecond: “0.012345 s”. */
export function seconds(nanos: number): string {
  return (nanos / 1e9).toFixed(6);
}

export function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** Bytes as hex digits, in pairs separated by `between`. */
export function hexOf(bytes: ArrayLike<number>, between = " "): string {
  return Array.from(bytes, hex).join(between);
}

/** Savings of `part` against `whole`, as “62%”; null if there are none. */
export function saved(part: number, whole: number): string | null {
  if (whole <= 0 || part >= whole) return null;
  return `${Math.round((1 - part / whole) * 100)}%`;
}
