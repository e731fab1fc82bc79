/** Pseudo-random numbers, the same for the same variant on every machine. */
export type Random = ReturnType<typeof randomOf>;

/** Marsaglia's xorshift with 32 bits; `variant` is mixed first, because neighbors would begin alike. */
export function randomOf(variant: number) {
  let state = (Math.imul(variant, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  }
  for (let round = 0; round < 8; round += 1) next();
  /** An integer from 0, less than `bound`. */
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);
  return {
    below,
    /** From `least` to `most`, inclusive. */
    between: (least: number, most: number) => least + below(most - least + 1),
    /** An item of a list that is not empty. */
    pick: <Item>(list: readonly Item[]) => list[below(list.length)] as Item,
    shuffled<Item>(list: readonly Item[]): Item[] {
      const keyed = list.map((item) => ({ item, key: next() }));
      return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
    },
  };
}
