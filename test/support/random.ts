/** Reproducible dice: a linear congruential generator, the same numbers for the same seed everywhere. */
export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
  /** True once in `sides` times. */
  once(sides: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return {
    below,
    once: (sides) => below(sides) === 0,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
