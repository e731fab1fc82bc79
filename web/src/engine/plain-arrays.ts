/** Typed arrays in JSON. */

const ARRAYS = { Uint8Array, Uint32Array, Int32Array };

/** For `JSON.stringify`. */
export function withoutArrays(_: string, value: unknown): unknown {
  const found = Object.entries(ARRAYS).find(([, Kind]) => value instanceof Kind);
  return found === undefined ? value : { [found[0]]: Array.from(value as ArrayLike<number>) };
}

/** For `JSON.parse`. */
export function withArrays(_: string, value: unknown): unknown {
  for (const [name, Kind] of Object.entries(ARRAYS)) {
    const numbers = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    if (Array.isArray(numbers)) return Kind.from(numbers);
  }
  return value;
}
