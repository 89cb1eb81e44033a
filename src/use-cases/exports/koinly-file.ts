/** A wallet's history as Koinly reads it. */
import { createKoinlyWriter, type KoinlyCells, type KoinlyMove } from '../../domain/exports/koinly.ts';
import type { Currency } from '../../domain/ids.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { ReadModel } from '../model/interface.ts';
import type { Caller } from '../model/view-model.ts';
import type { ProgramFileDependencies } from './file-dependencies.ts';
import { type MovedTransaction, movedTransactions } from './moved-transactions.ts';
import { loadOpenings, type Opening, takeUpTo } from './openings.ts';
import { loadStated, type Stated } from './stated-values.ts';

interface KoinlyRequest {
  currency: Currency;
  chainIds: readonly number[] | undefined;
  from: number | undefined;
  to: number | undefined;
}

/**
 * The lines in pieces. What is in Koinly's pools is known from the first transaction on: it is read from there, and what was before
 * `from` is not written.
 */
async function* koinlyLines(
  { database, lookups, history }: ProgramFileDependencies,
  caller: Caller,
  { currency, chainIds, from = 0, to }: KoinlyRequest,
  { wallets, stated }: { wallets: Awaited<ReturnType<Ownership['require']>>; stated: Stated },
): AsyncGenerator<KoinlyCells[]> {
  const writer = createKoinlyWriter(currency);
  const openings = await loadOpenings({ database, lookups }, stated, { wallets, chainIds });
  const isAsked = ({ timestamp }: { timestamp: number }): boolean =>
    timestamp >= from && (to === undefined || timestamp < to);
  const openingLine = ({ timestamp, name: token, amount, cost }: Opening): KoinlyCells =>
    writer.openingLine({ timestamp, currency: token, amount, cost });
  const openingLines = (until: number): KoinlyCells[] =>
    takeUpTo(openings, until).filter(isAsked).map(openingLine);
  const filter = { ...(chainIds && { chainIds }), ...(to === undefined ? {} : { to }) };
  const request = { wallets, currency, filter, stated };
  for await (const piece of movedTransactions({ database, history }, caller, request)) {
    yield piece.flatMap((moved) => {
      const { transaction } = moved;
      const lines = writer.lines(koinlyTransaction(moved));
      return [...openingLines(transaction.timestamp), ...(isAsked(transaction) ? lines : [])];
    });
  }
  yield openingLines(Number.POSITIVE_INFINITY);
}

const koinlyTransaction = ({ transaction, description, moves, fee, tradeValue }: MovedTransaction) => ({
  ...{ timestamp: transaction.timestamp, hash: transaction.hash, kind: transaction.kind },
  ...{ description, tradeValue },
  fee: fee && { currency: fee.name, amount: fee.amount, value: fee.value },
  moves: moves.map(
    ({ transfer: { side }, name, amount, value, booking, holder, settles }): KoinlyMove => ({
      ...{ currency: name, side, amount, value, booking, holder },
      settles: settles && { currency: settles.name, amount: settles.amount },
    }),
  ),
});

export function createKoinlyFile(deps: ProgramFileDependencies): Pick<ReadModel, 'koinlyLines'> {
  return {
    async koinlyLines(caller, { wallet, currency, chainIds, from, to }) {
      requireScope(caller, 'read');
      requireCurrency(caller, currency);
      const wallets = await deps.ownership.require(caller, [wallet]);
      const stated = await loadStated(deps.database, caller, { wallets, currency });
      return koinlyLines(deps, caller, { currency, chainIds, from, to }, { wallets, stated });
    },
  };
}
