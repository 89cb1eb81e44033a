/** What a trade was worth by the prices that a person has stated: the ledger takes the side that is known best, and nothing is known better than that. */
import { addDecimals, multiply } from './decimals.ts';

/** A side of the trade, netted by token; null: a token that is not recognised. */
export interface TradedLeg {
  readonly amount: string;
  readonly token: { readonly id: string } | null | undefined;
}

export interface TradedTransfer {
  readonly isSpam: boolean;
  readonly token: { readonly id: string } | null | undefined;
  readonly corrections: readonly {
    readonly kind: string;
    readonly price: string | null | undefined;
    readonly currency: string | null | undefined;
    readonly applies: boolean;
  }[];
}

/** Of one transfer alone it is clear what its price makes of the leg: of several, the ledger nets prices, too. */
function statedValue(leg: TradedLeg, transfers: readonly TradedTransfer[]): string | null {
  const [own, ...others] = transfers.filter(
    ({ isSpam, token }) => !isSpam && leg.token && token?.id === leg.token.id,
  );
  if (own === undefined || others.length > 0) return null;
  const said = own.corrections.find(({ kind, applies }) => kind === 'PRICE' && applies);
  return said?.price && said.currency === 'USD' ? multiply(said.price, leg.amount) : null;
}

function statedWorth(legs: readonly TradedLeg[], transfers: readonly TradedTransfer[]): string | null {
  const values = legs.map((leg) => statedValue(leg, transfers));
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : addDecimals(...known);
}

/** In USD; null: no side is stated as a whole, so that the known prices count. Where both are, what was bought counts, as in the ledger. */
export function statedTrade(
  { sold, bought }: { sold: readonly TradedLeg[]; bought: readonly TradedLeg[] },
  transfers: readonly TradedTransfer[],
): string | null {
  return statedWorth(bought, transfers) ?? statedWorth(sold, transfers);
}
