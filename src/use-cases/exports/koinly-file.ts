/** A wallet's history as Koinly reads it. */
import {
  createKoinlyWriter,
  type KoinlyCells,
  type KoinlyMove,
  type KoinlyOpening,
} from '../../domain/exports/koinly.ts';
import type { Currency } from '../../domain/ids.ts';
import type { Database } from '../../store/connection/database.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadReferences } from '../lookups/references.ts';
import type { ReadModel } from '../model/interface.ts';
import type { Caller } from '../model/view-model.ts';
import { type History, type MovedTransaction, movedTransactions } from './moved-transactions.ts';
import { loadStated, type Stated } from './stated-values.ts';
import { createTokenNames } from './token-names.ts';

export interface ProgramFileDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  history: History;
}

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
  const openings = await openingsOf({ database, lookups }, stated, chainIds);
  const isAsked = (timestamp: number): boolean => timestamp >= from && (to === undefined || timestamp < to);
  const openingLines = (before: number): KoinlyCells[] => {
    const due = openings.findIndex(({ timestamp }) => timestamp > before);
    return openings
      .splice(0, due === -1 ? openings.length : due)
      .filter(({ timestamp }) => isAsked(timestamp))
      .map((opening) => writer.openingLine(opening));
  };
  const filter = { ...(chainIds && { chainIds }), ...(to === undefined ? {} : { to }) };
  const request = { wallets, currency, filter, stated };
  for await (const piece of movedTransactions({ database, history }, caller, request)) {
    yield piece.flatMap((moved) => {
      const { timestamp } = moved.transaction;
      const lines = writer.lines(koinlyTransaction(moved));
      return [...openingLines(timestamp), ...(isAsked(timestamp) ? lines : [])];
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

/** What the wallet held before its known history, as the client says; oldest first. */
async function openingsOf(
  { database, lookups }: Pick<ProgramFileDependencies, 'database' | 'lookups'>,
  { openings }: Stated,
  chainIds: readonly number[] | undefined,
): Promise<KoinlyOpening[]> {
  const asked = openings.flatMap(({ tokenAddress, quantity, acquiredAt, chainId, ...lot }) =>
    tokenAddress === null || quantity === null || chainIds?.includes(chainId) === false
      ? []
      : [{ ...lot, chainId, address: tokenAddress, quantity, timestamp: acquiredAt ?? 0 }],
  );
  const tokens = asked.map(({ chainId, address }) => ({
    ...{ chainId, address, tokenId: null },
    standard: 'erc20' as const,
  }));
  const nobodysLabels = 0;
  const references = await loadReferences(lookups, nobodysLabels, { tokens });
  const nameOf = await createTokenNames(database)(new Set(asked.map(({ chainId }) => chainId)));
  return asked.map(({ chainId, address, quantity, timestamp, amount, currency }) => {
    const { rawToken, format } = references.token({ chainId, address, standard: 'erc20', tokenId: null });
    return {
      timestamp,
      currency: nameOf({ ...rawToken, chainId }),
      amount: format(quantity),
      cost: amount === null ? null : { amount, currency: currency ?? 'USD' },
    };
  });
}

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
