/**
 * Balances: one row per wallet and fungible token. Quantities are the sum of the wallet's transfers less the fees it paid;
 * the figures in money come with prices and the ledger, and say UNPRICED until then.
 */
import { type BalanceKey, balanceId } from '../domain/ids.ts';
import { type Address, zeroAddress } from '../domain/model.ts';
import type { Database } from '../store/database.ts';
import { type BalanceSumRow, sumTransfers } from '../store/transfers.ts';
import { parseTokens, type TokenReference } from './filters.ts';
import type { BalanceListRequest, ReadModel } from './interface.ts';
import type { Lookups } from './lookups.ts';
import type { Caller, SpamFilter, TokenBalanceFilter, TokenBalanceView } from './model.ts';
import { type Ownership, requireScope } from './ownership.ts';
import { type ItemToken, loadReferences, type TokenOfItem } from './references.ts';

type Balances = Pick<ReadModel, 'listBalances' | 'balancesByIds'>;
type Figures = Pick<BalanceListRequest, 'period' | 'costMethod' | 'currency'>;

/** One balance before it is shown. */
interface Holding {
  wallet: Address;
  row: BalanceSumRow;
  amount: bigint;
  token: TokenOfItem;
}

export function createBalances(deps: {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  now: () => number;
}): Balances {
  const { database, ownership, lookups, now } = deps;

  async function holdingsOf(
    caller: Caller,
    wallets: readonly { walletId: number; address: Address }[],
    filter: TokenBalanceFilter,
  ): Promise<Holding[]> {
    const isWanted = wantedRows(filter);
    const walletIds = wallets.map(({ walletId }) => walletId);
    const sums = await sumTransfers(database, walletIds);
    const rows = sums.filter(isWanted);
    const references = await loadReferences(lookups, caller.clientId, { tokens: rows.map(tokenOf) });
    const byWallet = Map.groupBy(rows, ({ walletId }) => walletId);
    return wallets.flatMap(({ walletId, address }) =>
      (byWallet.get(walletId) ?? [])
        .map((row) => ({
          wallet: address,
          row,
          amount: shownAmount(row, filter.spam),
          token: references.token(tokenOf(row)),
        }))
        .sort(byToken),
    );
  }

  const viewOf = (holding: Holding, figures: Figures): TokenBalanceView =>
    balanceView(holding, figures, Math.floor(now() / 1000));

  return {
    async listBalances(caller, request) {
      requireScope(caller, 'read');
      const wallets = await ownership.require(caller, request.wallets);
      const holdings = await holdingsOf(caller, wallets, request.filter);
      return holdings.map((holding) => viewOf(holding, request));
    },

    async balancesByIds(caller, ids) {
      requireScope(caller, 'read');
      const keys = new Map<string, BalanceKey>();
      for (const id of ids) {
        const key = balanceId.decode(id);
        if (key !== null) keys.set(id, key);
      }
      const registrations = await ownership.find(
        caller,
        [...keys.values()].map(({ wallet }) => wallet),
      );
      if (registrations.size === 0) return ids.map(() => null);
      const holdings = await holdingsOf(caller, [...registrations.values()], { spam: 'INCLUDE' });
      const nameOf = (wallet: Address, chainId: number, token: Address): string =>
        `${wallet}:${chainId}:${token}`;
      const byName = new Map(
        holdings.map((holding) => [
          nameOf(holding.wallet, holding.row.chainId, holding.row.tokenAddress),
          holding,
        ]),
      );
      return ids.map((id) => {
        const key = keys.get(id);
        const holding = key && byName.get(nameOf(key.wallet, key.chainId, key.tokenAddress));
        if (key === undefined || holding === undefined) return null;
        const { period, method: costMethod, currency } = key;
        return viewOf(holding, { period, costMethod, currency });
      });
    },
  };
}

function tokenOf(row: BalanceSumRow): ItemToken {
  const standard = row.tokenAddress === zeroAddress ? 'native' : 'erc20';
  return { chainId: row.chainId, address: row.tokenAddress, standard, tokenId: null };
}

function shownAmount(row: BalanceSumRow, spam: SpamFilter = 'EXCLUDE'): bigint {
  if (spam === 'EXCLUDE') return row.amount;
  return spam === 'ONLY' ? row.spamAmount : row.amount + row.spamAmount;
}

/** A balance other than 0, or any outflow (a token sold out still has a realised result). */
function wantedRows(filter: TokenBalanceFilter): (row: BalanceSumRow) => boolean {
  const chainIds = filter.chainIds?.length ? new Set(filter.chainIds) : null;
  const tokens: TokenReference[] | null = filter.tokens?.length ? parseTokens(filter.tokens) : null;
  return (row) => {
    const amount = shownAmount(row, filter.spam);
    const isShown = amount !== 0n || (row.hasOutflow && filter.spam !== 'ONLY' && filter.hideZero !== true);
    return (
      isShown &&
      (chainIds === null || chainIds.has(row.chainId)) &&
      (tokens === null ||
        tokens.some(
          ({ chainId, address }) =>
            address === row.tokenAddress && (chainId === null || chainId === row.chainId),
        ))
    );
  };
}

/** By chain; native tokens first, then recognised ones by symbol, then the others. */
function byToken(a: Holding, b: Holding): number {
  const rank = ({ row, token }: Holding): number =>
    row.tokenAddress === zeroAddress ? 0 : token.token === null ? 2 : 1;
  return (
    a.row.chainId - b.row.chainId ||
    rank(a) - rank(b) ||
    compareText(a.token.rawToken.symbol, b.token.rawToken.symbol) ||
    compareText(a.row.tokenAddress, b.row.tokenAddress)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function balanceView(
  { wallet, row, amount, token }: Holding,
  { period, costMethod, currency }: Figures,
  asOf: number,
): TokenBalanceView {
  const { chainId, tokenAddress } = row;
  return {
    id: balanceId.encode({ wallet, chainId, tokenAddress, period, method: costMethod, currency }),
    wallet,
    token: token.token,
    rawToken: token.rawToken,
    balance: token.format(amount),
    price: null,
    value: '0',
    averageCost: '0',
    costBasis: '0',
    unrealizedPnl: '0',
    totalRealizedPnl: '0',
    income: '0',
    expenses: '0',
    period,
    costMethod,
    currency,
    priceSource: null,
    pricedAt: null,
    basisStatus: 'UNPRICED',
    isSpam: row.amount === 0n && !row.hasOutflow && row.spamAmount !== 0n,
    reconciliation: null,
    asOf,
  };
}
