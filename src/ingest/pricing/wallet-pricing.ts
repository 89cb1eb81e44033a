/** Prices what a wallet's history lacks prices for: hour by hour from the book, then trades by their other side. */

import { keyOfContract } from '../../domain/ids.ts';
import { createMemory, type Memory } from '../../domain/memory.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import { hourOf, type PriceNeed } from '../../prices/quote/buckets.ts';
import { type PriceToken, tokenKey } from '../../prices/source/price-source.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import type { SettledPrice, TransferPrice } from '../../store/history/price-writes.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import { transfersOfTransactions } from '../../store/pages/transfer-pages.ts';
import {
  feeHours,
  priceSettlements,
  priceTransfers,
  type UnpricedTransfer,
  unpricedSettlements,
  unpricedTrades,
  unpricedTransfers,
} from '../../store/prices/transfer-prices.ts';
import type { HourlyBook } from './book/price-book.ts';
import { hourKey } from './book/price-keys.ts';
import { tradePrices, unitText } from './trade-prices.ts';

export interface WalletPricing {
  /** Answers how many transfers got a price, and when what is still missing should be tried again. */
  run(walletId: number, chainIds: readonly number[]): Promise<{ priced: number; retryInMs: number }>;
}

export interface WalletPricingOptions {
  database: Database;
  book: HourlyBook;
  /** Tokens whose prices in each hour convert money to other currencies. */
  rateTokens: readonly PriceToken[];
  signal: AbortSignal;
}

/** Transfers in one question; their needs are grouped, and each source has its own batches within. */
const pageSize = 10_000;
const tradesAtOnce = 500;

interface PricingState extends WalletPricingOptions {
  /**
   * Up to which position the hours of a wallet's fees were asked for, by wallet and chain: one may be days behind another. Until what
   * nobody knew is asked for again, in milliseconds of the process's own clock.
   */
  readonly feesDone: Memory<string, { position: string; retryAt: number }>;
}

export function createWalletPricing(options: WalletPricingOptions): WalletPricing {
  const state: PricingState = {
    ...options,
    feesDone: createMemory({ maximum: 100_000 }),
  };
  return { run: (walletId, chainIds) => priceWallet(state, walletId, chainIds) };
}

async function priceWallet(
  state: PricingState,
  walletId: number,
  chainIds: readonly number[],
): Promise<{ priced: number; retryInMs: number }> {
  const { database, signal } = state;
  let priced = 0;
  let retryInMs = await priceFees(state, walletId, chainIds);
  let after = '';
  const waiting = new Set<string>();
  while (!signal.aborted) {
    const page = await unpricedTransfers(database, { walletId, chainIds, after, limit: pageSize });
    if (page.length === 0) break;
    const done = await pricePage(state, walletId, page);
    priced += done.priced;
    for (const position of done.waiting) waiting.add(position);
    retryInMs = Math.min(retryInMs, done.retryInMs);
    after = page.at(-1)?.position ?? after;
    if (page.length < pageSize) break;
  }
  priced += await priceTrades(state, { walletId, chainIds, waiting });
  const settled = await priceSettled(state, walletId, chainIds);
  return { priced: priced + settled.priced, retryInMs: Math.min(retryInMs, settled.retryInMs) };
}

/** The prices, at the time of each transfer, of what it settles without moving it. */
async function priceSettled(
  { database, book, rateTokens, signal }: PricingState,
  walletId: number,
  chainIds: readonly number[],
): Promise<{ priced: number; retryInMs: number }> {
  let [priced, retryInMs, after] = [0, Number.POSITIVE_INFINITY, ''];
  while (!signal.aborted) {
    const page = await unpricedSettlements(database, { walletId, chainIds, after, limit: pageSize });
    if (page.length === 0) break;
    const decimals = await recognisedDecimals(database, page);
    const wanted = page.flatMap(({ position, chainId, tokenAddress: address, timestamp: time }) => {
      const known = decimals.get(keyOfContract({ chainId, address }));
      return known === undefined ? [] : [{ position, token: { chainId, address, decimals: known }, time }];
    });
    const found = await book.pricesAt(wanted.flatMap((need) => withRates(need, rateTokens)));
    const prices = wanted.flatMap(({ position, token, time }): SettledPrice[] => {
      const known = found.prices.get(hourKey(token, hourOf(time)));
      return known === undefined ? [] : [{ position, price: known.price, source: known.source }];
    });
    priced += await priceSettlements(database, walletId, prices);
    retryInMs = Math.min(retryInMs, found.retryInMs);
    after = page.at(-1)?.position ?? after;
    if (page.length < pageSize) break;
  }
  return { priced, retryInMs };
}

async function priceFees(
  state: PricingState,
  walletId: number,
  chainIds: readonly number[],
): Promise<number> {
  const { database, book, rateTokens, feesDone } = state;
  const keyOf = (chainId: number): string => `${walletId}:${chainId}`;
  const askedAt = performance.now();
  const done = new Map(
    chainIds.flatMap((chainId) => {
      const known = feesDone.get(keyOf(chainId));
      return known === undefined || known.retryAt <= askedAt ? [] : [[chainId, known] as const];
    }),
  );
  const ofChains = await Promise.all(
    chainIds.map((chainId) =>
      feeHours(database, { walletId, chainId, after: done.get(chainId)?.position ?? '' }),
    ),
  );
  const hours = ofChains.flat();
  // What was asked for before, and that nobody knew.
  const waitMs = Math.min(
    Number.POSITIVE_INFINITY,
    ...[...done.values()].map(({ retryAt }) => retryAt - askedAt),
  );
  if (hours.length === 0) return waitMs;
  const needs = hours.flatMap(({ chainId, timestamp }) =>
    withRates({ token: { chainId, address: zeroAddress }, time: timestamp }, rateTokens),
  );
  const { retryInMs } = await book.pricesAt(needs);
  // What failed for a while is asked for again with the next round.
  if (retryInMs > 3_600_000) {
    // In order of time, so that the last one of each chain stays.
    for (const { chainId, position } of hours) {
      const retryAt = Math.min(askedAt + retryInMs, done.get(chainId)?.retryAt ?? Number.POSITIVE_INFINITY);
      feesDone.keep(keyOf(chainId), { position, retryAt });
    }
  }
  return Math.min(retryInMs, waitMs);
}

async function pricePage(
  { database, book, rateTokens }: PricingState,
  walletId: number,
  page: readonly UnpricedTransfer[],
): Promise<{ priced: number; retryInMs: number; waiting: string[] }> {
  const decimals = await recognisedDecimals(database, page);
  const wanted = await withPricedTokens(
    book,
    page.flatMap((transfer): WantedPrice[] => {
      const token = { chainId: transfer.chainId, address: transfer.tokenAddress };
      const known = decimals.get(keyOfContract(token));
      return known === undefined ? [] : [{ transfer, token: { ...token, decimals: known } }];
    }),
  );
  const { prices, pending, retryInMs } = await book.pricesAt(
    wanted.flatMap(({ transfer, token }) => withRates({ token, time: transfer.timestamp }, rateTokens)),
  );
  const waiting = wanted.flatMap(({ transfer, token }) =>
    pending.has(hourKey(token, hourOf(transfer.timestamp)))
      ? [transfer.position.slice(0, transactionPositionLength)]
      : [],
  );
  const found = wanted.flatMap(({ transfer, token }): TransferPrice[] => {
    const known = prices.get(hourKey(token, hourOf(transfer.timestamp)));
    if (known === undefined) return [];
    const { position, tokenAddress } = transfer;
    const unit = unitText(token.decimals);
    return [{ position, tokenAddress, price: known.price, unit, source: known.source }];
  });
  return { priced: await priceTransfers(database, walletId, found), retryInMs, waiting };
}

/** A transfer and the token whose price it has. */
interface WantedPrice {
  transfer: UnpricedTransfer;
  token: PriceToken & { decimals: number };
}

/** A debt's transfers have the price of what is owed, of which one base unit is one of the token's. */
async function withPricedTokens(book: HourlyBook, wanted: readonly WantedPrice[]): Promise<WantedPrice[]> {
  const owedOf = new Map<string, WantedPrice['token']>();
  const debts = wanted.filter(({ transfer }) => transfer.isDebt);
  for (const [key, token] of new Map(debts.map(({ token }) => [tokenKey(token), token]))) {
    const owed = await book.owedOf(token);
    // Of other decimals, a whole unit of the one would not be one of the other.
    if (owed?.decimals === token.decimals) owedOf.set(key, owed);
  }
  return wanted.map(({ transfer, token }) => {
    const owed = transfer.isDebt ? owedOf.get(tokenKey(token)) : undefined;
    return { transfer, token: owed ?? token };
  });
}

/** @param waiting transactions whose own prices come in a moment: the other side does not decide what they are worth */
async function priceTrades(
  { database, signal }: PricingState,
  {
    walletId,
    chainIds,
    waiting,
  }: { walletId: number; chainIds: readonly number[]; waiting: ReadonlySet<string> },
): Promise<number> {
  const unpriced = await unpricedTrades(database, { walletId, chainIds });
  const positions = unpriced.filter((position) => !waiting.has(position));
  let priced = 0;
  for (let start = 0; start < positions.length && !signal.aborted; start += tradesAtOnce) {
    const piece = positions.slice(start, start + tradesAtOnce);
    const rows = await transfersOfTransactions(
      database,
      piece.map((position) => ({ walletId, position })),
    );
    const decimals = await recognisedDecimals(database, rows);
    const decimalsOf = (row: TransferRow): number | null =>
      row.tokenId !== null
        ? 0
        : (decimals.get(keyOfContract({ chainId: row.chainId, address: row.tokenAddress })) ?? null);
    const byTransaction = Map.groupBy(rows, ({ position }) => position.slice(0, transactionPositionLength));
    const found = [...byTransaction.values()].flatMap((transfers) => tradePrices(transfers, decimalsOf));
    priced += await priceTransfers(database, walletId, found);
  }
  return priced;
}

/** The need, and the rates of the currencies at the same moment. */
const withRates = (need: PriceNeed, rateTokens: readonly PriceToken[]): PriceNeed[] => [
  need,
  ...rateTokens.map((token): PriceNeed => ({ token, time: need.time })),
];

/** Decimals of the recognised tokens among the transfers; native ones have their row too. */
export async function recognisedDecimals(
  database: Database,
  transfers: readonly { chainId: number; tokenAddress: Address }[],
): Promise<Map<string, number>> {
  const keys = new Map(
    transfers.map(({ chainId, tokenAddress: address }) => [
      keyOfContract({ chainId, address }),
      { chainId, address },
    ]),
  );
  const rows = await findTokens(database, [...keys.values()]);
  return new Map(
    rows.flatMap((row) =>
      row.assetSlug === null || row.decimals === null ? [] : [[keyOfContract(row), row.decimals] as const],
    ),
  );
}
