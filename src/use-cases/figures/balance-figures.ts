/** The figures of balances from the current run of the client's ledger. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import { averageCost, unrealizedAt } from '../../domain/accounting/period-figures.ts';
import { periodStart } from '../../domain/accounting/periods.ts';
import type { CostMethod, Currency, Period } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { isToldIn } from '../../domain/money/currencies.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { timePosition } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ClearedSum, sumCleared } from '../../store/ledger/cleared-transfers.ts';
import {
  type CurrentRun,
  findCurrentRuns,
  findLedgerFigures,
  type LedgerFigures,
  runsToldIn,
} from '../../store/ledger/ledger-reads.ts';
import { type BalanceSumRow, sumTransfers } from '../../store/pages/balance-sums.ts';
import type { TokenBalanceView } from '../model/figures-model.ts';
import type { SpamFilter } from '../model/view-model.ts';
import type { Openings } from './openings.ts';

/** A balance as it stands: what the wallet itself has, and what protocols have of it. */
export interface HoldingSum extends BalanceSumRow {
  heldAmount: bigint;
  /** What is owed; positive. */
  owedAmount: bigint;
}

/** Which figures are asked for. */
export interface FigureRequest {
  period: Period;
  costMethod: CostMethod;
  currency: Currency;
}

/** The runs that the client's wallets have, by wallet. */
export type LedgerRuns = ReadonlyMap<number, CurrentRun>;

/** @param currency those that are told in it alone; left out: all */
export async function loadRuns(
  database: Database,
  clientId: number,
  walletIds: readonly number[],
  currency: Currency = 'USD',
): Promise<LedgerRuns> {
  const runs = runsToldIn(await findCurrentRuns(database, clientId, walletIds), currency);
  return new Map(runs.map((run) => [run.walletId, run]));
}

/** The first position of a period that ends now; null: since the beginning. */
export function firstPosition(period: Period, nowSeconds: number): string | null {
  const start = periodStart(period, nowSeconds);
  return start === null ? null : timePosition(start);
}

/**
 * What the wallets hold: from the ledger, at the cost of their tokens; from their rows where spam is asked for, or where
 * the ledger has not caught up.
 */
export async function loadSums(
  database: Database,
  runs: LedgerRuns,
  walletIds: readonly number[],
  request: { spam: SpamFilter; openings: Openings },
): Promise<HoldingSum[]> {
  const { spam, openings } = request;
  const fresh = walletIds.flatMap((walletId) => {
    const run = spam === 'EXCLUDE' ? runs.get(walletId) : undefined;
    return run === undefined || run.isStale ? [] : [run];
  });
  const booked = new Set(fresh.map(({ walletId }) => walletId));
  const unbooked = walletIds.filter((walletId) => !booked.has(walletId));
  const ofRows = unbooked.flatMap((walletId) => runs.get(walletId) ?? []);
  const [figures, sums, cleared] = await Promise.all([
    findLedgerFigures(database, [...fresh, ...ofRows], {
      ...{ method: 'FIFO', currency: 'USD', fromPosition: null },
    }),
    sumTransfers(database, unbooked),
    sumCleared(
      database,
      ofRows.filter(({ hasCleared }) => hasCleared),
    ),
  ]);
  const ofLedger = figures
    .filter(({ walletId }) => booked.has(walletId))
    .map(({ walletId, chainId, tokenAddress, balance, hasOutflow, held, owed }) => ({
      ...{ walletId, chainId, tokenAddress, amount: balance, spamAmount: 0n, hasOutflow },
      ...{ heldAmount: totalOf(held), owedAmount: totalOf(owed) },
    }));
  const rows = openings.addTo(withCleared(sums, cleared), new Set(unbooked));
  return [...ofLedger, ...withHeld(rows, figures)];
}

const totalOf = (parts: readonly { amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n);

/** Rows know what the wallet itself has. What protocols have of it, and what is owed, is what the ledger said last. */
function withHeld(sums: readonly BalanceSumRow[], figures: readonly LedgerFigures[]): HoldingSum[] {
  const byName = new Map(figures.map((row) => [accountName(row), row]));
  return sums.map((sum) => {
    const { held = [], owed = [] } = byName.get(accountName(sum)) ?? {};
    const heldAmount = totalOf(held);
    return { ...sum, amount: sum.amount + heldAmount, heldAmount, owedAmount: totalOf(owed) };
  });
}

/** What is spam to others and counts in the client's ledger is no spam in its balances either. */
function withCleared(sums: readonly BalanceSumRow[], cleared: readonly ClearedSum[]): BalanceSumRow[] {
  const byName = new Map(cleared.map((sum) => [accountName(sum), sum]));
  return sums.map((sum) => {
    const counted = byName.get(accountName(sum));
    if (counted === undefined) return sum;
    return {
      ...sum,
      amount: sum.amount + counted.amount,
      spamAmount: sum.spamAmount - counted.amount,
      hasOutflow: sum.hasOutflow || counted.hasOutflow,
    };
  });
}

type MoneyFields = Pick<
  TokenBalanceView,
  | 'averageCost'
  | 'costBasis'
  | 'unrealizedPnl'
  | 'totalRealizedPnl'
  | 'income'
  | 'expenses'
  | 'basisStatus'
  | 'isBooked'
  | 'asOf'
>;

export type FiguresOf = (
  balance: { walletId: number; chainId: number; tokenAddress: Address; amount: bigint; price: string | null },
  request: FigureRequest,
) => MoneyFields & Pick<LedgerFigures, 'held' | 'owed'>;

const requestName = ({ period, costMethod, currency }: FigureRequest): string =>
  `${period} ${costMethod} ${currency}`;
const money = (amount: bigint): string => formatUnits(amount, moneyDecimals);

/** The figures of balances, with one query per kind of figures; nothing booked yet: zeros that say UNPRICED. */
export async function loadFigures(
  database: Database,
  runs: LedgerRuns,
  requests: readonly FigureRequest[],
  nowSeconds: number,
): Promise<FiguresOf> {
  const distinct = new Map(requests.map((request) => [requestName(request), request]));
  const loaded = new Map(
    await Promise.all(
      [...distinct].map(async ([name, { period, costMethod, currency }]) => {
        const fromPosition = firstPosition(period, nowSeconds);
        const choice = { method: costMethod, currency, fromPosition };
        const rows = await findLedgerFigures(database, runsToldIn(runs.values(), currency), choice);
        return [name, new Map(rows.map((row) => [accountName(row), row]))] as const;
      }),
    ),
  );
  return (balance, request) => {
    const row = loaded.get(requestName(request))?.get(accountName(balance));
    const run = runs.get(balance.walletId);
    const asOf = run?.asOf ?? nowSeconds;
    if (row !== undefined) return { ...moneyFields(row, balance), isBooked: true, asOf };
    // Of what is spam, or was never paid for or sold, the ledger has nothing to say, however long it has been booked.
    const isBooked = run !== undefined && !run.isStale && isToldIn(run.reportingCurrency, request.currency);
    return { ...notBooked, isBooked, asOf };
  };
}

const accountName = (key: { walletId: number; chainId: number; tokenAddress: Address }): string =>
  `${key.walletId}:${key.chainId}:${key.tokenAddress}`;

const notBooked = {
  averageCost: '0',
  costBasis: '0',
  unrealizedPnl: '0',
  totalRealizedPnl: '0',
  income: '0',
  expenses: '0',
  basisStatus: 'UNPRICED',
  held: [],
  owed: [],
} as const;

function moneyFields(
  row: LedgerFigures,
  { amount, price }: { amount: bigint; price: string | null },
): Omit<MoneyFields, 'asOf' | 'isBooked'> & Pick<LedgerFigures, 'held' | 'owed'> {
  const { decimals, inventory, costBasis } = row;
  const unrealized = unrealizedAt({ balance: amount, inventory, decimals, costBasis }, price);
  return {
    averageCost: money(averageCost(costBasis, inventory, decimals)),
    costBasis: money(costBasis),
    unrealizedPnl: money(unrealized),
    totalRealizedPnl: money(row.realized),
    income: money(row.income),
    expenses: money(row.expenses),
    basisStatus: row.basis,
    held: row.held,
    owed: row.owed,
  };
}
