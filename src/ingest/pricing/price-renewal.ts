/**
 * Prices that a former rule made are asked for again, a batch at a time, and then the transfers that have them take what came of
 * it, a wallet at a time. What nobody can tell any more stays as it was. An end at any point changes nothing of the result.
 */
import { keyOfContract } from '../../domain/ids.ts';
import { hourOf } from '../../prices/quote/buckets.ts';
import { notifyAll } from '../../store/connection/channels.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferPrice } from '../../store/history/price-writes.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import {
  closeRenewal,
  findOutdatedPrices,
  findSyncedWallets,
  isRenewalOpen,
  nextOutdatedInMs,
} from '../../store/prices/outdated-prices.ts';
import { findPrices } from '../../store/prices/price-rows.ts';
import {
  clearTradePrices,
  type PricedTransfer,
  pricedTransfers,
  pricedWallets,
  repriceTransfers,
} from '../../store/prices/transfer-prices.ts';
import type { HourlyBook } from './book/price-book.ts';
import { hourKey } from './book/price-keys.ts';
import { unitText } from './trade-prices.ts';
import { recognisedDecimals, type WalletPricing } from './wallet-pricing.ts';

export interface RenewalParts {
  database: Database;
  book: HourlyBook;
  walletPricing: WalletPricing;
  signal: AbortSignal;
}

/** Hours in one round: the wallets' new transfers come in between. */
const batchSize = 500;
const pageSize = 10_000;
const soonMs = 5_000;
const shortestPauseMs = 1_000;

/** Renews one batch; answers in how many milliseconds there is more to do (Infinity: nothing is left). */
export async function renewPrices(parts: RenewalParts): Promise<number> {
  const { database, book, signal } = parts;
  if (!(await isRenewalOpen(database))) return Number.POSITIVE_INFINITY;
  const outdated = await findOutdatedPrices(database, batchSize);
  if (outdated.length > 0) {
    const tokens = await findTokens(database, outdated);
    const decimals = new Map(tokens.map((row) => [keyOfContract(row), row.decimals]));
    const { pending } = await book.pricesAt(
      outdated.map(({ hour, ...token }) => ({
        token: { ...token, decimals: decimals.get(keyOfContract(token)) ?? null },
        time: hour * 3600,
      })),
    );
    return pending.size > 0 ? soonMs : 0;
  }
  const nextInMs = await nextOutdatedInMs(database);
  if (nextInMs !== null) return Math.max(nextInMs, shortestPauseMs);
  for (const walletId of await findSyncedWallets(database)) {
    if (signal.aborted) return 0;
    await renewWallet(walletId, parts);
  }
  // The last one, too, may have been ended in its middle: then it is not over.
  if (signal.aborted) return 0;
  await closeRenewal(database);
  return Number.POSITIVE_INFINITY;
}

async function renewWallet(
  walletId: number,
  { database, walletPricing, signal }: RenewalParts,
): Promise<void> {
  let changed = 0;
  let after = '';
  while (!signal.aborted) {
    const page = await pricedTransfers(database, { walletId, after, limit: pageSize });
    changed += await repriceTransfers(database, walletId, await newPrices(database, page));
    after = page.at(-1)?.position ?? after;
    if (page.length < pageSize) break;
  }
  // The other side of a trade follows; an end in between leaves it unpriced, and the next look prices it.
  if ((await clearTradePrices(database, walletId)) > 0) {
    const chainIds = (await pricedWallets(database, [walletId])).get(walletId) ?? [];
    changed += (await walletPricing.run(walletId, chainIds)).priced;
  }
  if (changed > 0) await notifyAll(database.pool, 'transfers_priced', [walletId]);
}

/** The prices of those transfers whose hour has another one now. */
async function newPrices(database: Database, page: readonly PricedTransfer[]): Promise<TransferPrice[]> {
  const decimals = await recognisedDecimals(database, page);
  const keyOf = ({ chainId, tokenAddress, timestamp }: PricedTransfer): string =>
    hourKey({ chainId, address: tokenAddress }, hourOf(timestamp));
  const wanted = new Map(
    page.map((transfer) => {
      const { chainId, tokenAddress: address, timestamp } = transfer;
      return [keyOf(transfer), { chainId, address, hour: hourOf(timestamp) }];
    }),
  );
  const stored = await findPrices(database, [...wanted.values()]);
  const prices = new Map(stored.map((row) => [hourKey(row, row.hour), row.known]));
  return page.flatMap((transfer): TransferPrice[] => {
    const { chainId, tokenAddress, position, price, source } = transfer;
    const known = prices.get(keyOf(transfer)) ?? null;
    const ofToken = decimals.get(keyOfContract({ chainId, address: tokenAddress }));
    if (known === null || ofToken === undefined) return [];
    if (known.price === price && known.source === source) return [];
    return [{ position, tokenAddress, price: known.price, unit: unitText(ofToken), source: known.source }];
  });
}
