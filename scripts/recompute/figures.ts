/** What the books say of a period: figures of balances and totals. */
import {
  type Account,
  averageOf,
  type Books,
  type Disposal,
  openLotsOf,
  type Result,
  type ResultKind,
} from './books.ts';
import type { Lot } from './lots.ts';
import { type Amount, round, sum, zero } from './money.ts';

export const periods = ['D', 'W', 'M', '3M', 'YTD', '1YR', 'MAX'] as const;
export type Period = (typeof periods)[number];

/** The first second of a period that ends now, UTC; a day that its month lacks is the month's last. */
export function periodStart(period: Period, now: number): number {
  const date = new Date(now * 1000);
  if (period === 'MAX') return Number.NEGATIVE_INFINITY;
  if (period === 'D') return now - 86_400;
  if (period === 'W') return now - 7 * 86_400;
  if (period === 'YTD') return Date.UTC(date.getUTCFullYear(), 0, 1) / 1000;
  const months = { M: 1, '3M': 3, '1YR': 12 }[period];
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = now - Math.floor(now / 86_400) * 86_400;
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / 1000 + timeOfDay;
}

/** What happened since a moment, account by account. */
export interface Since {
  disposals: ReadonlyMap<string, Disposal[]>;
  results: ReadonlyMap<string, Result[]>;
}

const nameOf = ({ wallet, asset }: { wallet: string; asset: string }): string => `${wallet} ${asset}`;

export function since(books: Books, start: number): Since {
  return {
    disposals: Map.groupBy(
      books.disposals.filter(({ time }) => time >= start),
      nameOf,
    ),
    results: Map.groupBy(
      books.results.filter(({ time }) => time >= start),
      nameOf,
    ),
  };
}

const statuses = ['COMPLETE', 'UNPRICED', 'MISSING'] as const;
export type Status = (typeof statuses)[number];
export const worst = (all: readonly Status[]): Status =>
  statuses.findLast((status) => all.includes(status)) ?? 'COMPLETE';

/** Of a lot, or of what a disposal took from one. */
export const statusOf = (of: Pick<Lot, 'isMissing' | 'isUnpriced'>, currency: number): Status =>
  of.isMissing ? 'MISSING' : of.isUnpriced[currency] === true ? 'UNPRICED' : 'COMPLETE';

export interface Figures {
  balance: Amount;
  inventory: Amount;
  costBasis: Amount;
  averageCost: Amount;
  realized: Amount;
  income: Amount;
  expenses: Amount;
  fees: Amount;
  status: Status;
  /** What each contract holds, and what that cost; what is owed to each. */
  held: { contract: string; amount: Amount; cost: Amount }[];
  owed: { contract: string; amount: Amount }[];
}

/** Of one account in one currency. */
export function figuresOf(account: Account, { disposals, results }: Since, currency: number): Figures {
  const disposed = disposals.get(nameOf(account)) ?? [];
  const noted = results.get(nameOf(account)) ?? [];
  const of = (kind: ResultKind): Amount =>
    sum(noted.flatMap((one) => (one.kind === kind ? [one.amounts[currency] ?? zero] : [])));
  const gains = disposed.map(({ proceeds, costs }) => {
    const received = proceeds[currency] ?? null;
    return received === null ? zero : received.minus(costs[currency] ?? zero);
  });
  const { balance, isShort } = account;
  const lots = openLotsOf(account);
  const inventory = sum(lots.map(({ quantity }) => quantity));
  const costBasis = sum(lots.map(({ costs }) => costs[currency] ?? zero));
  const status = worst([
    ...lots.map((lot) => statusOf(lot, currency)),
    ...(isShort ? ['MISSING' as const] : []),
    ...disposed.map((one) => statusOf(one, currency)),
    ...disposed.flatMap(({ proceeds }) =>
      (proceeds[currency] ?? null) === null ? ['UNPRICED' as const] : [],
    ),
    ...noted.flatMap(({ kind, amounts }) =>
      kind === 'income' && (amounts[currency] ?? null) === null ? ['UNPRICED' as const] : [],
    ),
  ]);
  return {
    ...{ balance, inventory, costBasis, averageCost: averageOf(costBasis, inventory), realized: sum(gains) },
    ...{ income: of('income'), expenses: of('expenses'), fees: of('fees'), status },
    ...sharesOf(account, currency),
  };
}

function sharesOf({ held, departures, debts }: Account, currency: number): Pick<Figures, 'held' | 'owed'> {
  const waiting = departures.map(({ contract, lots }) => [contract, lots] as const);
  const byContract = Map.groupBy([...held, ...waiting], ([contract]) => contract);
  const parts = [...byContract].map(([contract, shares]) => {
    const lots = shares.flatMap(([, own]) => own);
    return {
      ...{ contract, amount: sum(lots.map(({ quantity }) => quantity)) },
      cost: sum(lots.map(({ costs }) => costs[currency] ?? zero)),
    };
  });
  const owed = [...debts].map(([contract, debt]) => ({ contract, amount: debt.owed }));
  return {
    held: parts.filter(({ amount }) => !amount.isZero()),
    owed: owed.filter(({ amount }) => !amount.isZero()),
  };
}

/** (price − average cost) × what is held, rounded once; 0 without a price. */
export function unrealized({ balance, inventory, costBasis }: Figures, price: Amount | null): Amount {
  if (price === null || balance.lte(0) || inventory.isZero()) return zero;
  return round(price.toDecimalPlaces(36).times(inventory).minus(costBasis).times(balance).div(inventory));
}
