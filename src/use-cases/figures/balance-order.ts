/** The orders of a list of balances. */
import { type Address, zeroAddress } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { TokenOfItem } from '../lookups/references.ts';
import type { TokenBalanceOrder, TokenBalanceView } from '../model/figures-model.ts';
import type { SortDirection } from '../model/requests.ts';

/** The figure that an order compares; null: it has none. */
const figures: Readonly<
  Record<Exclude<TokenBalanceOrder, 'TOKEN'>, (balance: TokenBalanceView) => string | null>
> = {
  VALUE: ({ price, value }) => (price === null ? null : value),
  UNREALIZED_PNL: ({ price, unrealizedPnl }) => (price === null ? null : unrealizedPnl),
  REALIZED_PNL: ({ totalRealizedPnl }) => totalRealizedPnl,
};

/**
 * Balances that are given in the order TOKEN, in the order asked for. What has no price comes last either way, and what has the
 * same figure stays in the order of tokens.
 */
export function sortBalances(
  balances: readonly TokenBalanceView[],
  { orderBy = 'VALUE', order }: { orderBy?: TokenBalanceOrder; order?: SortDirection },
): TokenBalanceView[] {
  if (orderBy === 'TOKEN') return order === 'DESC' ? balances.toReversed() : [...balances];
  const figureOf = figures[orderBy];
  const sign = order === 'ASC' ? 1 : -1;
  return balances
    .map((balance) => {
      const figure = figureOf(balance);
      return { balance, figure: figure === null ? null : new Decimal(figure) };
    })
    .sort((a, b) => {
      if (a.figure === null || b.figure === null)
        return Number(a.figure === null) - Number(b.figure === null);
      return sign * a.figure.comparedTo(b.figure);
    })
    .map(({ balance }) => balance);
}

interface OrderedToken {
  row: { chainId: number; tokenAddress: Address };
  token: Pick<TokenOfItem, 'token' | 'rawToken'>;
}

/** By chain; native tokens first, then recognised ones by symbol, then the others. */
export function byToken(a: OrderedToken, b: OrderedToken): number {
  const rank = ({ row, token }: OrderedToken): number =>
    row.tokenAddress === zeroAddress ? 0 : token.token === null ? 2 : 1;
  return (
    a.row.chainId - b.row.chainId ||
    rank(a) - rank(b) ||
    compareText(a.token.rawToken.symbol, b.token.rawToken.symbol) ||
    compareText(a.row.tokenAddress, b.row.tokenAddress)
  );
}

/** By code units, so that the order is the same everywhere. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
