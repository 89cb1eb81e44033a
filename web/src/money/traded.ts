/** What a trade was worth by the prices that a person has stated: the ledger takes the side that is known best, and nothing is known better than that. */
import { addDecimals, compareDecimals, multiply } from './decimals.ts';

/** A side of the trade, netted by token; a token that is not recognised is null, and so is a value without a price. */
export interface TradedLeg {
  readonly amount: string;
  /** By the known prices, in USD. */
  readonly value: string | null | undefined;
  readonly token: { readonly id: string } | null | undefined;
}

export interface TradedTransfer {
  readonly isSpam: boolean;
  readonly priceTier: string;
  readonly token: { readonly id: string } | null | undefined;
  readonly corrections: readonly {
    readonly kind: string;
    readonly price: string | null | undefined;
    readonly currency: string | null | undefined;
    readonly applies: boolean;
  }[];
}

/** A leg with what it is worth, and how well that is known: 0 is the best. */
interface Valued {
  readonly value: string | null;
  readonly rank: number;
}

const statedRank = 0;
const ranks: ReadonlyMap<string, number> = new Map([
  ['REFERENCE', 1],
  ['DEEP_POOL', 2],
]);
const otherRank = 3;
const unpricedRank = 9;

/** null: a price is stated, and what it makes of the leg is not clear: of one transfer alone it is, of several the ledger nets prices, too. */
function valued(leg: TradedLeg, transfers: readonly TradedTransfer[]): Valued | null {
  const own = transfers.filter(({ isSpam, token }) => !isSpam && leg.token && token?.id === leg.token.id);
  const said = own.flatMap(({ corrections }) =>
    corrections.filter(({ kind, applies }) => kind === 'PRICE' && applies),
  );
  const [first] = own;
  const [only] = said;
  if (first === undefined || only === undefined) {
    const rank = ranks.get(first?.priceTier ?? '') ?? otherRank;
    return { value: leg.value ?? null, rank: leg.value == null ? unpricedRank : rank };
  }
  if (own.length > 1 || !only.price || only.currency !== 'USD') return null;
  return { value: multiply(only.price, leg.amount), rank: statedRank };
}

const rankOf = (side: readonly Valued[]): number => Math.max(0, ...side.map(({ rank }) => rank));
const worthOf = (side: readonly Valued[]): string => addDecimals(...side.map(({ value }) => value ?? '0'));
const statedWorth = (side: readonly Valued[]): string =>
  worthOf(side.filter(({ rank }) => rank === statedRank));

/**
 * In USD, by the rules of the ledger: what the side that is known better is worth, on a tie what was bought; and at least what is stated of
 * the other, unless all of that side is stated. null: nothing is stated, or it is not clear what follows, so that the known prices count.
 */
export function statedTrade(
  legs: { readonly sold: readonly TradedLeg[]; readonly bought: readonly TradedLeg[] },
  transfers: readonly TradedTransfer[],
): string | null {
  const side = (some: readonly TradedLeg[]) => some.map((leg) => valued(leg, transfers));
  const [sold, bought] = [side(legs.sold), side(legs.bought)];
  if (!sold.every((leg) => leg !== null) || !bought.every((leg) => leg !== null)) return null;
  if (![...sold, ...bought].some(({ rank }) => rank === statedRank)) return null;
  const [better, other] = rankOf(sold) < rankOf(bought) ? [sold, bought] : [bought, sold];
  if (rankOf(better) === unpricedRank) return null;
  const [worth, stated] = [worthOf(better), statedWorth(other)];
  return rankOf(better) === statedRank || compareDecimals(worth, stated) >= 0 ? worth : stated;
}
