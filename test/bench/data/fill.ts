/** Fills an empty database by the functions that the worker uses, so that counters and checkpoints are as in a real one. */
import { currencyTokens } from '../../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../../src/ingest/accounting/run-ledger.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { putCustomLabel } from '../../../src/store/clients/custom-labels.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import {
  upsertBlockchains,
  upsertContractLabels,
  upsertTokens,
} from '../../../src/store/lookups/lookup-writes.ts';
import { storeCurrentPrices, storePrices } from '../../../src/store/prices/price-rows.ts';
import { priceTransfers } from '../../../src/store/prices/transfer-prices.ts';
import { commitStep, type SyncLease } from '../../../src/store/sync/commit.ts';
import { analyzeGrownTables, leaseSync } from '../../../src/store/sync/leases.ts';
import { findWallet, registerWallets } from '../../../src/store/sync/registrations.ts';
import { centsText, firstSecond, historyOf, historySeconds } from './history.ts';
import { bookedSmallWallets, chainId, hasCustomLabel, hasDefaultLabel, type Layout } from './layout.ts';

type Say = (text: string) => void;

/** The client whose key the contenders use: the one that BOOTSTRAP_API_KEY belongs to. */
export const benchClient = 'default';
const tenYearsMs = 10 * 365 * 86_400_000;

export async function fillDatabase(database: Database, layout: Layout, say: Say): Promise<void> {
  await fillLookups(database, layout);
  await fillPrices(database, layout);
  const { id: clientId } = await ensureClient(database, benchClient);
  await fillLabels(database, clientId, layout);
  const numberOf = new Map(
    [layout.largeWallet, ...layout.smallWallets].map((address, index) => [address, index]),
  );
  const chains = [{ chainId, fromBlock: 0 }];
  await registerWallets(database, { clientId, addresses: [...numberOf.keys()], chains });
  const startedAt = performance.now();
  for (let filled = 0; filled < numberOf.size; filled += 1) {
    const lease = await leaseSync(database, { owner: 'bench', leaseMs: 3_600_000, chainIds: [chainId] });
    if (lease === null) throw new Error('a wallet of the data set is not due');
    const number = numberOf.get(lease.address) ?? 0;
    await fillWallet(database, { layout, lease, number });
    if (number === 0 || filled % 25 === 0) say(`${filled + 1} of ${numberOf.size} wallets`);
  }
  say(`rows stored in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await database.pool.query('VACUUM (ANALYZE) transfer');
  await analyzeGrownTables(database);
  await bookLedgers(database, clientId, layout, say);
  await database.pool.query('VACUUM (ANALYZE)');
}

export async function fillLookups(database: Database, layout: Layout): Promise<void> {
  await upsertBlockchains(database, [
    {
      chainId,
      name: 'Ethereum',
      slug: 'ethereum',
      symbol: 'ETH',
      imageUrl: 'https://images.example/ethereum.png',
      nativeDecimals: 18,
      enabled: true,
      disabledReason: null,
    },
  ]);
  await upsertTokens(
    database,
    layout.tokens.map(({ address, name, symbol, slug, decimals }) => ({
      chainId,
      address,
      name,
      symbol,
      decimals,
      assetSlug: slug,
      isTrusted: true,
    })),
  );
}

async function fillLabels(database: Database, clientId: number, layout: Layout): Promise<void> {
  const addresses = layout.counterparties;
  await upsertContractLabels(
    database,
    addresses.flatMap((address, index) =>
      hasDefaultLabel(index)
        ? [{ chainId, address, name: `Exchange ${index}`, tags: ['cex', 'verified'] }]
        : [],
    ),
  );
  for (const [index, address] of addresses.entries()) {
    if (!hasCustomLabel(index)) continue;
    await putCustomLabel(database, { clientId, address, name: `Friend ${index}`, tags: ['own'] });
  }
}

async function fillPrices(database: Database, { tokens }: Layout): Promise<void> {
  const known = { observedAt: firstSecond, source: 'defillama', confidence: 1, provenance: {} };
  const hours = Array.from(
    { length: Math.ceil(historySeconds / 3600) + 1 },
    (_, index) => index + firstSecond / 3600,
  );
  for (const [place, token] of Object.values(currencyTokens).entries()) {
    const price = centsText([250_000, 80, 3_000, 100][place] ?? 100);
    for (let start = 0; start < hours.length; start += 5_000) {
      const part = hours.slice(start, start + 5_000);
      await storePrices(
        database,
        part.map((hour) => ({ ...token, hour, price, ...known, observedAt: hour * 3600 })),
      );
    }
  }
  await storeCurrentPrices(
    database,
    tokens.map(({ address, cents }) => ({ chainId, address, price: centsText(cents), ...known })),
  );
}

async function fillWallet(
  database: Database,
  { layout, lease, number }: { layout: Layout; lease: SyncLease; number: number },
): Promise<void> {
  const size = number === 0 ? layout.size : layout.smallSize;
  const wallet = { id: lease.walletId, address: lease.address, number };
  for (const step of historyOf(layout, wallet, size)) {
    const progress = progressAt(step.lastBlock, false);
    if (!(await commitStep(database, lease, { ...step, progress }))) throw new Error('the lease was lost');
    await priceTransfers(database, lease.walletId, step.prices);
  }
  const done = { transactions: [], transfers: [], progress: progressAt(30_000_000, true) };
  if (!(await commitStep(database, lease, done))) throw new Error('the lease was lost');
}

/** Where a wallet stands after a step. */
export const progressAt = (block: number, loaded: boolean) => ({
  phase: loaded ? ('FOLLOWING' as const) : ('BACKFILL' as const),
  syncedBlock: block,
  syncedHash: null,
  safeBlock: block,
  safeHash: null,
  headBlock: 30_000_000,
  loaded,
  nextRunInMs: tenYearsMs,
  release: loaded,
});

/** Balances come from booked ledgers: the large wallet's, and of as many small ones as the benchmarks ask for balances. */
async function bookLedgers(database: Database, clientId: number, layout: Layout, say: Say): Promise<void> {
  for (const address of [layout.largeWallet, ...layout.smallWallets.slice(0, bookedSmallWallets)]) {
    const startedAt = performance.now();
    const wallet = await findWallet(database, address);
    if (wallet === null) throw new Error(`${address} is not stored`);
    const wallets = [{ walletId: wallet.id, address }];
    const { movements } = await runLedgerOf(database, { clientId, wallets }, { currencyTokens });
    const seconds = (performance.now() - startedAt) / 1000;
    if (address === layout.largeWallet) {
      say(`ledger of the large wallet booked in ${seconds.toFixed(1)} s (${movements} movements)`);
    }
  }
}
