/**
 * What is asked wallet by wallet on a cluster: on one server, a pool that is marked so has to be answered as any other. What Citus itself
 * accepts shows `npm run test:citus` alone.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { askByWallet, markSpread } from '../../../src/store/cluster/wallet-statements.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { toldAfter } from '../../../src/store/history/events/told-events.ts';
import { lastEvents, nextEvent } from '../../../src/store/history/events/wallet-events.ts';
import { firstPosition, noteWalletChange } from '../../../src/store/history/ledger-changes.ts';
import { lastArrivals } from '../../../src/store/history/transfer-arrivals.ts';
import { readLedgerInputs } from '../../../src/store/ledger/ledger-inputs.ts';
import { findCurrentRuns, findLedgerFigures } from '../../../src/store/ledger/ledger-reads.ts';
import {
  countLotsOf,
  countWalletDisposals,
  findLedgerAccounts,
  pageWalletDisposals,
} from '../../../src/store/ledger/lists/ledger-lists.ts';
import { sumLedgerFigures } from '../../../src/store/ledger/lists/ledger-totals.ts';
import { findLinkedWallets } from '../../../src/store/ledger/search/linked-wallets.ts';
import { findStaleLedgers, measureStaleLedgers } from '../../../src/store/ledger/search/stale-ledgers.ts';
import { pricesAtPoints } from '../../../src/store/pages/holdings-history.ts';
import { findOtherEnds, findTransactionByHash } from '../../../src/store/pages/transaction-lookups.ts';
import { countTransfers, pageTransfers } from '../../../src/store/pages/transfer-pages.ts';
import { commitStep } from '../../../src/store/sync/commit.ts';
import { findRegistrations } from '../../../src/store/sync/registrations.ts';
import { family, storeComparedWorld } from '../../support/compared/world.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let apart: Database;
let clientId: number;
/** The ids of the family. */
let walletIds: number[];

beforeAll(async () => {
  clientId = (await ensureClient(db.database, 'default')).id;
  await storeComparedWorld(db.database, clientId, 60);
  walletIds = (await findRegistrations(db.database, clientId, family)).map(({ walletId }) => walletId);
  // One of them is to be booked again, and lacks prices.
  await db.database.transaction((client) => noteWalletChange(client, walletIds[0] ?? 0, firstPosition));
  await db.database.pool.query("UPDATE ledger_wallet SET price_gap_from = '' WHERE wallet_id = $1", [
    walletIds[0],
  ]);
  // Two of them have the two ends of a crossing.
  for (const [walletId, kind] of [
    [walletIds[0], 'BRIDGE_OUT'],
    [walletIds[1], 'BRIDGE_IN'],
  ]) {
    await db.database.pool.query(
      `UPDATE transaction SET kind = $2, bridge_message = 'across:1:7'
       WHERE wallet_id = $1 AND position = (SELECT min(position) FROM transaction WHERE wallet_id = $1)`,
      [walletId, kind],
    );
  }
  apart = await openDatabase({ url: db.url });
  markSpread(apart.pool);
});
afterAll(() => apart?.close());

test('each wallet is asked once, with a condition that names it, and what is asked stays in order', async () => {
  const asked: string[] = [];
  const items = [3, 1, 3].map((walletId, place) => ({ walletId, place }));
  const answer = await askByWallet(
    apart.pool,
    items,
    ({ walletId }) => walletId,
    async (own, ofWallet) => {
      asked.push(ofWallet('transfer'));
      return own.map(({ place }) => place);
    },
  );
  expect(asked).toEqual([' AND transfer.wallet_id = 3', ' AND transfer.wallet_id = 1']);
  expect(answer).toEqual([0, 2, 1]);
});

test('an id that is no number names nothing', async () => {
  const asking = askByWallet(
    apart.pool,
    [Number.NaN],
    (walletId) => walletId,
    async () => [],
  );
  await expect(asking).rejects.toThrow(/no wallet's id/);
});

const wholeList = { filter: {}, limit: 40 };

/** What is asked of several wallets, by what it answers. */
const questions: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'linked wallets': (database) => findLinkedWallets(database, { clientId, walletId: walletIds[0] ?? 0 }),
  'linked wallets, of which some was looked at': (database) =>
    findLinkedWallets(
      database,
      { clientId, walletId: walletIds[0] ?? 0 },
      new Map(walletIds.map((id) => [id, 2n])),
    ),
  'stale ledgers': (database) => findStaleLedgers(database),
  'stale ledgers of wallets': (database) => findStaleLedgers(database, { walletIds }),
  'ledgers that lack prices': (database) => findStaleLedgers(database, { lackPrices: true }),
  'how many are stale': async (database) => (await measureStaleLedgers(database)).wallets,
  registrations: (database) => findRegistrations(database, clientId, family),
  'pages of several wallets': (database) =>
    Promise.all(
      (['ASC', 'DESC'] as const).map((order) =>
        pageTransfers(database, { walletIds, order, offset: 30, ...wholeList }),
      ),
    ),
  'counts of several wallets': (database) =>
    countTransfers(database, { walletIds, filter: { fromTime: 1_700_000_300 } }),
  arrivals: (database) => lastArrivals(database, walletIds),
  events: async (database) => [
    await lastEvents(database, walletIds),
    await nextEvent(database, new Map(walletIds.map((id) => [id, 0n]))),
  ],
  'what clients are told': (database) =>
    toldAfter(database, { clientId, after: new Map(walletIds.map((id) => [id, null])) }, { limit: 5 }),
  'a transaction by its hash': (database) =>
    findTransactionByHash(database, { clientId, hash: hash(100_001), chainIds: [1, 137] }),
  'other ends of crossings': (database) =>
    findOtherEnds(database, { clientId }, [
      { message: 'across:1:7', kind: 'BRIDGE_OUT' },
      { message: 'across:1:8', kind: 'BRIDGE_OUT' },
    ]),
  'prices at points': (database) =>
    pricesAtPoints(database, {
      walletId: walletIds[0] ?? 0,
      tokens: [{ chainId: 1, address: '0x0000000000000000000000000000000000000000' }],
      points: [1_700_010_000, 1_700_100_000],
    }),
  'rows that a ledger is booked from': (database) =>
    readLedgerInputs(database, walletIds, async (inputs) => {
      const rows = await inputs.rowsAfter('');
      const pieces = [];
      for await (const some of rows.transactions()) pieces.push(...some);
      return { count: rows.count, pieces, versions: inputs.walletVersions };
    }),
  'figures, accounts and disposals': async (database) => {
    const runs = await findCurrentRuns(database, clientId, walletIds);
    const choice = { method: 'FIFO', currency: 'USD', fromPosition: null } as const;
    const accounts = await findLedgerAccounts(database, runs);
    const filter = { runs, accounts, ...choice };
    return {
      runs: runs.toSorted((one, other) => one.walletId - other.walletId),
      figures: await findLedgerFigures(database, runs, choice),
      sums: (await sumLedgerFigures(database, runs, choice)).toSorted(
        (one, other) => one.walletId - other.walletId,
      ),
      accounts,
      lots: await countLotsOf(database, accounts, 'FIFO'),
      count: await countWalletDisposals(database, filter),
      disposals: await pageWalletDisposals(database, filter, {
        currency: 'USD',
        after: null,
        offset: 3,
        limit: 20,
      }),
    };
  },
};

describe('asked wallet by wallet', () => {
  test.each(Object.entries(questions))('%s: the same answer', async (_, ask) => {
    const expected = await ask(db.database);
    expect(await ask(apart)).toEqual(expected);
    expect(
      JSON.stringify(expected, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toBe('[]');
  });
});

test('what is stored wallet by wallet is what one server stores', async () => {
  const stored: unknown[] = [];
  for (const [number, database] of [db.database, apart].entries()) {
    const walletId = await registerTestWallet(database, 0x90 + number);
    const rows = (blocks: readonly number[], mark: number) => {
      const places = blocks.map((blockNumber) => ({
        walletId,
        blockNumber,
        hash: hash(blockNumber * 10 + mark),
      }));
      return {
        transactions: places.map((at) => transactionRecord(at)),
        transfers: places.map((at) => transferRecord(at, { amount: BigInt(mark + 1) })),
      };
    };
    const lease = await leaseTestWallet(database);
    expect(lease.walletId).toBe(walletId);
    await commitStep(database, lease, stepOf(rows([1, 2, 3], 0)));
    await commitStep(database, lease, stepOf(rows([3], 0)));
    await commitStep(
      database,
      lease,
      stepOf({ ...rows([2, 3, 4], 1), rollbackTo: 1 }, { release: true, nextRunInMs: 3_600_000 }),
    );
    const { pool } = database;
    const facts = [
      'SELECT position, hash, amount FROM transfer WHERE wallet_id = $1 ORDER BY position',
      'SELECT position, hash FROM transaction WHERE wallet_id = $1 ORDER BY position',
      'SELECT chain_id, transaction_count, transfer_count, unpriced_count FROM counter WHERE wallet_id = $1',
      'SELECT counterparty, transfer_count FROM counterparty_counter WHERE wallet_id = $1 ORDER BY counterparty',
      'SELECT version, from_position FROM ledger_change WHERE wallet_id = $1 ORDER BY version',
      'SELECT version, first_position FROM transfer_arrival WHERE wallet_id = $1 ORDER BY version',
      'SELECT sequence, kind, positions, hashes, told_count, told_to FROM wallet_event WHERE wallet_id = $1 ORDER BY sequence',
      'SELECT version, last_event, last_told, told_chains FROM ledger_input WHERE wallet_id = $1',
    ];
    stored.push(await Promise.all(facts.map(async (text) => (await pool.query(text, [walletId])).rows)));
  }
  expect(stored[1]).toEqual(stored[0]);
});
