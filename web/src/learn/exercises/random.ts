/** Pseudo-random numbers, the same for the same variant on every machine. */
export type Random = {
  /** An integer from 0, less than `bound`. */
  below(bound: number): number;
  /** From `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  pick<Item>(list: readonly Item[]): Item;
  shuffled<Item>(list: readonly Item[]): Item[];
};

/** Marsaglia's xorshift with 32 bits; `variant` is mixed first, because neighbors would begin alike. */
export function randomOf(variant: number): Random {
  let state = (Math.imul(variant, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  }
  for (let round = 0; round < 8; round += 1) next();
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);
  function pick<Item>(list: readonly Item[]): Item {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick,
    shuffled(list) {
      const items = [...list];
      for (let at = items.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [items[at], items[other]] = [items[other] as (typeof items)[0], items[at] as (typeof items)[0]];
      }
      return items;
    },
  };
}
