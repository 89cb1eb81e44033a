/** The log of a wallet's events: numbers without a gap, and how much one commit writes. */
import { expect, test } from 'vitest';
import { eventsKeptMs, pruneEvents } from '../../src/store/history/events/event-pruning.ts';
import { lastEvents, nextEvent } from '../../src/store/history/events/wallet-events.ts';
import type { TokenRow } from '../../src/store/lookups/lookup-rows.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { clearTradePrices, priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { registerTestWallet, stepOf, storeTestRows } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

const rowsOf = (walletId: number, chainId: number, blocks: readonly number[]) => {
  const places = blocks.map((block) => ({ walletId, chainId, blockNumber: block, hash: hash(block) }));
  return {
    transactions: places.map((at) => transactionRecord(at)),
    transfers: places.map((at) => transferRecord(at, { tokenAddress: address(9) })),
  };
};

async function eventsOf(
  walletId: number,
): Promise<{ sequence: string; kind: string; rows: number | null }[]> {
  const { rows } = await db.database.pool.query(
    `SELECT sequence, kind, cardinality(positions) AS rows FROM wallet_event WHERE wallet_id = $1 ORDER BY sequence`,
    [walletId],
  );
  return rows;
}

test('two chains and prices at the same time: 1, 2, 3 …, each visible only after those before it', async () => {
  const walletId = await registerTestWallet(db.database, 1, [1, 137]);
  const seen: bigint[] = [];
  let isOver = false;
  const reader = (async () => {
    for (let last = 0n; ; ) {
      const wasOver = isOver;
      const event = await nextEvent(db.database, new Map([[walletId, last]]));
      if (event === null && wasOver) return;
      if (event === null) continue;
      last = event.sequence;
      seen.push(last);
    }
  })();
  const loading = [1, 137].map(async (chainId) => {
    const lease = await leaseSync(db.database, { owner: 'test', leaseMs: 600_000, chainIds: [chainId] });
    if (lease === null) throw new Error(`nothing to lease on chain ${chainId}`);
    for (let block = 1; block <= 15; block += 1) {
      const rows = rowsOf(walletId, chainId, [block]);
      expect(await commitStep(db.database, lease, stepOf(rows))).toBe(true);
      const prices = rows.transfers.map(({ position, tokenAddress }) => ({
        ...{ position, tokenAddress, price: '3', unit: '1', source: 'test' },
      }));
      await priceTransfers(db.database, walletId, prices);
    }
  });
  await Promise.all(loading);
  isOver = true;
  await reader;
  // Two chains, 15 blocks, one commit and one price each; and each chain was loaded once.
  expect(seen).toEqual(Array.from({ length: 62 }, (_, index) => BigInt(index + 1)));
  expect(await lastEvents(db.database, [walletId])).toEqual(new Map([[walletId, 62n]]));
});

test('a step of a back-fill is one event, whatever it holds; one without transfers is none', async () => {
  const walletId = await registerTestWallet(db.database, 2);
  await storeTestRows(
    db.database,
    1,
    rowsOf(
      walletId,
      1,
      Array.from({ length: 2_000 }, (_, index) => index + 1),
    ),
  );
  await storeTestRows(db.database, 1, {});
  expect(await eventsOf(walletId)).toEqual([
    { sequence: '1', kind: 'transfer.added', rows: null },
    { sequence: '2', kind: 'wallet.loaded', rows: null },
  ]);
});

test('what is known of a token only later is told of the wallets that moved it', async () => {
  const walletId = await registerTestWallet(db.database, 3);
  await storeTestRows(db.database, 1, rowsOf(walletId, 1, [1, 2]));
  const stranger = await registerTestWallet(db.database, 4);
  const token: TokenRow = {
    ...{ chainId: 1, address: address(9), assetSlug: null },
    ...{ name: 'Nine', symbol: 'NINE', decimals: null, isTrusted: false },
  };
  await upsertTokens(db.database, [token]);
  await upsertTokens(db.database, [{ ...token, decimals: 6 }]);
  expect(await nextEvent(db.database, new Map([[walletId, 2n]]))).toMatchObject({
    ...{ sequence: 3n, kind: 'transfer.updated', chainId: 1, fields: ['TOKEN'] },
    rows: { positions: rowsOf(walletId, 1, [1, 2]).transfers.map(({ position }) => position) },
  });
  expect(await eventsOf(stranger)).toEqual([]);
});

test('a price of a trade that is taken away is told of, as one that is given', async () => {
  const walletId = await registerTestWallet(db.database, 6);
  const { transactions, transfers } = rowsOf(walletId, 1, [1, 2]);
  await storeTestRows(db.database, 1, { transactions, transfers });
  const prices = transfers.map(({ position, tokenAddress }, index) => ({
    ...{ position, tokenAddress, price: '3', unit: '1', source: index === 0 ? 'trade' : 'chainlink' },
  }));
  await priceTransfers(db.database, walletId, prices);
  expect(await clearTradePrices(db.database, walletId)).toBe(1);
  // 1: the rows; 2: all is loaded; 3: their prices; 4: the one that is gone.
  expect(await nextEvent(db.database, new Map([[walletId, 3n]]))).toMatchObject({
    ...{ sequence: 4n, kind: 'transfer.updated', chainId: 1, fields: ['PRICE'] },
    rows: { positions: [transfers[0]?.position] },
  });
  expect(await clearTradePrices(db.database, walletId)).toBe(0);
  expect(await lastEvents(db.database, [walletId])).toEqual(new Map([[walletId, 4n]]));
});

test('old events are pruned but the last, by which a reader sees that it has missed some', async () => {
  const walletId = await registerTestWallet(db.database, 5);
  const lease = await leaseSync(db.database, { owner: 'test', leaseMs: 600_000, chainIds: [1] });
  if (lease === null) throw new Error('nothing to lease');
  for (const block of [1, 2, 3]) await commitStep(db.database, lease, stepOf(rowsOf(walletId, 1, [block])));
  await db.database.pool.query("UPDATE wallet_event SET at = '2020-01-01T00:00:00Z' WHERE wallet_id = $1", [
    walletId,
  ]);
  expect(await pruneEvents(db.database, new Date(Date.now() - eventsKeptMs))).toBe(3);
  // Of three commits and the loading.
  expect((await eventsOf(walletId)).map(({ sequence }) => sequence)).toEqual(['4']);
});
