/**
 * What a wallet was worth over time: its balances at the points of a chart at the prices that are stored for them. A price
 * that is missing, or old, is said so and put on the pricing job's list: the same question finds it later.
 */

import { type ContractKey, type Currency, keyOfContract } from '../../../domain/ids.ts';
import { fromUsd, type RateTokens } from '../../../domain/money/currencies.ts';
import { Decimal, formatUnits } from '../../../domain/money/money.ts';
import { hourOf } from '../../../domain/time/time.ts';
import { valuePoints } from '../../../domain/time/value-points.ts';
import { PublicError } from '../../../errors.ts';
import type { Database } from '../../../store/connection/database.ts';
import { findCurrentRuns } from '../../../store/ledger/ledger-reads.ts';
import {
  type BalanceChange,
  balanceChanges,
  type PointPrice,
  pricesAtPoints,
} from '../../../store/pages/holdings-history.ts';
import { findLatestPrices } from '../../../store/prices/price-reads.ts';
import type { PriceKey } from '../../../store/prices/price-rows.ts';
import { wantPrices } from '../../../store/prices/wanted-price-queue.ts';
import type { RegistrationRow } from '../../../store/sync/registrations.ts';
import { type Ownership, requireScope } from '../../access/ownership.ts';
import { requireCurrency } from '../../access/require-currency.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import { isFresh, loadHourlyRates } from '../../lookups/prices.ts';
import type { ReadModel } from '../../model/interface.ts';
import type { ValueHistoryRequest } from '../../model/requests.ts';
import type { ValuePointView } from '../../model/value-model.ts';

const maximumPoints = 1_000;
/** Hours that one question may put on the list. */
const maximumWanted = 5_000;

interface HeldToken {
  key: ContractKey;
  /** null: not recognised, so that its amounts mean nothing. */
  decimals: number | null;
  changes: readonly BalanceChange[];
  prices: readonly PointPrice[];
}

/** A token at one point; `price` in USD, null: none is known up to then. */
interface Holding {
  key: ContractKey;
  amount: string;
  price: string | null;
  isFresh: boolean;
}

/** From USD to the currency; null: its rate is unknown. */
interface Conversion {
  convert(usd: string): string | null;
  /** The rate is of the time. */
  isFresh: boolean;
}

export function createValueHistory(deps: {
  database: Database;
  /** Where prices are asked for; null: nobody takes them. */
  priceQueue: Database | null;
  ownership: Ownership;
  lookups: Lookups;
  rateTokens: RateTokens;
  now: () => number;
}): Pick<ReadModel, 'valueHistory'> {
  const { database, priceQueue, ownership, lookups, rateTokens, now } = deps;

  async function heldTokens(
    { walletId, hasCleared }: RegistrationRow,
    clientId: number,
    points: readonly number[],
  ): Promise<HeldToken[]> {
    const [run] = hasCleared ? await findCurrentRuns(database, clientId, [walletId]) : [];
    const changes = await balanceChanges(database, { walletId, runIds: run?.runIds ?? [] }, points);
    const byToken = Map.groupBy(changes, ({ chainId, tokenAddress: address }) =>
      keyOfContract({ chainId, address }),
    );
    const keys = [...byToken.values()].flatMap(([first]): ContractKey[] =>
      first === undefined ? [] : [{ chainId: first.chainId, address: first.tokenAddress }],
    );
    const tokens = await lookups.tokens.findMany(keys);
    const decimalsOf = (key: ContractKey): number | null => {
      const row = tokens.get(keyOfContract(key));
      return row === undefined || row.assetSlug === null ? null : row.decimals;
    };
    const priced = keys.filter((key) => decimalsOf(key) !== null);
    const prices = await pricesAtPoints(database, { walletId, tokens: priced, points });
    const pricesOf = Map.groupBy(prices, keyOfContract);
    return keys.map((key) => ({
      key,
      decimals: decimalsOf(key),
      changes: byToken.get(keyOfContract(key)) ?? [],
      prices: pricesOf.get(keyOfContract(key)) ?? [],
    }));
  }

  return {
    async valueHistory(caller, request) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const [wallet] = await ownership.require(caller, [request.wallet]);
      const points = pointsOf(request, Math.floor(now() / 1000));
      if (wallet === undefined || points.length === 0) return [];
      const tokens = await heldTokens(wallet, caller.clientId, points);
      const { currency } = request;
      const conversionAt = await loadConversion(deps, currency, points);
      const holdings = holdingsAt(tokens, points);
      const coin = currency === 'USD' ? [] : [rateTokens[currency]];
      const wanted = points.flatMap((point, index) => {
        const held = holdings[index] ?? [];
        return wantedAt(point, [...oldOf(held), ...(held.length === 0 ? [] : coin)]);
      });
      if (priceQueue !== null) await wantPrices(priceQueue, wanted.slice(0, maximumWanted));
      return points.map((point, index) => pointView(point, holdings[index] ?? [], conversionAt(point)));
    },
  };
}

/** How USD convert at each point: by the rate of its hour; from the newest price of the coin on by that, as balances of now do. */
async function loadConversion(
  { database, rateTokens }: { database: Database; rateTokens: RateTokens },
  currency: Currency,
  points: readonly number[],
): Promise<(point: number) => Conversion> {
  if (currency === 'USD') return () => ({ convert: (usd) => usd, isFresh: true });
  const rates = await loadHourlyRates(database, rateTokens, currency, async () => points.map(hourOf));
  const rateOf = new Map(rates?.map(({ hour, price }) => [hour, price]));
  const [latest] = await findLatestPrices(database, [rateTokens[currency]]);
  return (point) => {
    const isLatest = latest !== undefined && latest.observedAt <= point;
    const rate = isLatest ? latest.price : (rateOf.get(hourOf(point)) ?? null);
    return {
      convert: (usd) => fromUsd(usd, currency, { [currency]: rate }),
      isFresh: !isLatest || isFresh(latest.observedAt, point),
    };
  };
}

/** What is held without a price of that time. */
const oldOf = (holdings: readonly Holding[]): ContractKey[] =>
  holdings.filter(({ isFresh }) => !isFresh).map(({ key }) => key);

const wantedAt = (point: number, keys: readonly ContractKey[]): PriceKey[] =>
  keys.map((key) => ({ ...key, hour: hourOf(point) }));

function pointsOf({ from, to, interval }: ValueHistoryRequest, now: number): number[] {
  if (from > to) {
    throw new PublicError('BAD_INPUT', 'from lies after to: swap them.', [
      { path: 'from', message: 'lies after to' },
    ]);
  }
  if (from > now) return [];
  const range = { from: Math.ceil(from), to: Math.floor(Math.min(to, now)), interval };
  if (range.from > range.to) return [];
  const points = valuePoints(range, maximumPoints);
  if (points === null) {
    const problem = `would give more than ${maximumPoints} points`;
    throw new PublicError(
      'BAD_INPUT',
      `The interval ${interval} ${problem}: take a longer one, or a shorter time.`,
      [{ path: 'interval', message: problem }],
    );
  }
  return points;
}

/** What was held at each point, tokens with a balance of 0 left out. */
function holdingsAt(tokens: readonly HeldToken[], points: readonly number[]): Holding[][] {
  const holdings: Holding[][] = points.map(() => []);
  for (const { key, decimals, changes, prices } of tokens) {
    const changeAt = new Map(changes.map(({ point, amount }) => [point, amount]));
    const priceAt = new Map(prices.map((price) => [price.point, price]));
    let balance = 0n;
    let last: PointPrice | undefined;
    for (const [index, point] of points.entries()) {
      balance += changeAt.get(index) ?? 0n;
      last = priceAt.get(index) ?? last;
      if (balance === 0n) continue;
      holdings[index]?.push({
        key,
        amount: formatUnits(balance, decimals ?? 0),
        price: decimals === null ? null : (last?.price ?? null),
        // What is not recognised has no price to wait for.
        isFresh: decimals === null || (last !== undefined && isFresh(last.asOf, point)),
      });
    }
  }
  return holdings;
}

function pointView(
  timestamp: number,
  holdings: readonly Holding[],
  { convert, isFresh: isRateFresh }: Conversion,
): ValuePointView {
  const priced = holdings.filter(({ price }) => price !== null);
  const usd = priced.reduce(
    (sum, { amount, price }) => sum.plus(new Decimal(amount).times(price ?? 0)),
    new Decimal(0),
  );
  const value = convert(usd.toFixed());
  // Without the currency's rate nothing is priced.
  if (value === null) return { timestamp, value: '0', unpricedCount: holdings.length, staleCount: 0 };
  return {
    timestamp,
    value,
    unpricedCount: holdings.length - priced.length,
    staleCount: priced.filter(({ isFresh }) => !isFresh || !isRateFresh).length,
  };
}
