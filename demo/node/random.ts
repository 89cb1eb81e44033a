/** A small seeded source of randomness: the same seed gives the same world. */
export type Random = {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [low, high]. */
  integer(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** A part of an amount, between two fractions of it, rounded down to a figure that people would send. */
  part(amount: bigint, lowFraction: number, highFraction: number): bigint;
  /** Picks by weight; weights need not add up to anything. */
  weighted<T extends { readonly weight: number }>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
};

/** The generator is mulberry32: 32 bits of state are plenty for a demo, and it fits in five lines. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  };
  const part = (amount: bigint, lowFraction: number, highFraction: number) => {
    const millionths = BigInt(Math.floor((lowFraction + next() * (highFraction - lowFraction)) * 1_000_000));
    const exact = (amount * millionths) / 1_000_000n;
    const unit = 10n ** BigInt(Math.max(0, exact.toString().length - 4));
    return (exact / unit) * unit;
  };
  const weighted = <T extends { readonly weight: number }>(items: readonly T[]): T => {
    let left = next() * items.reduce((sum, item) => sum + item.weight, 0);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return pick(items);
  };
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, rank: next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  return { next, integer, pick, part, weighted, shuffle };
}
