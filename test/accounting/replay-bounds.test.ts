/** What an incremental run costs, whom a change concerns, and that a run that fails leaves the former figures. */
import { expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { noteLedgerChange, noteWalletChange } from '../../src/store/history/ledger-changes.ts';
import { findCurrentRuns } from '../../src/store/ledger/ledger-reads.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { readLedger } from './ledger-figures.ts';
import { bookClient, createReplayWorld } from './replay-world.ts';
import { ether, firstTime, type Row, storeEtherPrices, transaction } from './scenario.ts';

const testDatabase = useTestDatabase({ perTest: true });

/** Block n: 2 ETH in and 1 out, by turns. */
function block(walletId: number, number: number): Row {
  const place = {
    ...{ walletId, blockNumber: number, timestamp: firstTime + number * 12, hash: hash(number) },
  };
  return number % 2 === 0
    ? transaction(place, {}, [{ side: 'inflow', amount: 2n * ether }])
    : transaction(place, {}, [{ side: 'outflow', amount: ether }]);
}

async function store(walletId: number, numbers: readonly number[]): Promise<void> {
  const rows = numbers.map((number) => block(walletId, number));
  await storeTestRows(testDatabase.database, 1, {
    transactions: rows.map((row) => row.transaction),
    transfers: rows.flatMap(({ transfers }) => transfers),
  });
}

async function bookAll(): Promise<number> {
  const { database } = testDatabase;
  let movements = 0;
  for (;;) {
    const [stale] = await findStaleLedgers(database);
    if (stale === undefined) return movements;
    const wallets = await findLinkedWallets(database, stale);
    const group = { clientId: stale.clientId, wallets };
    movements += (await runLedgerOf(database, group, { currencyTokens })).movements;
  }
}

const numbers = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

test('one more block costs the end of the history, not the whole', async () => {
  const walletId = await registerTestWallet(testDatabase.database, 1);
  await store(walletId, numbers(0, 4_000));
  expect(await bookAll()).toBe(4_000);
  await store(walletId, [4_000]);
  // 8,000 rows: runs end with 2,000 and 500 left, which is 250 movements.
  expect(await bookAll()).toBe(251);
  // Blocks that come one by one: what is booked is always fewer than 4 × 500 rows, 1,000 movements, and one.
  for (const first of [4_001, 4_601]) {
    await store(walletId, numbers(first, 600));
    expect(await bookAll()).toBeLessThan(1_000 + 600);
  }
  await store(walletId, [5_201]);
  expect(await bookAll()).toBeLessThanOrEqual(1_000);
  const { rows } = await testDatabase.database.pool.query(
    `SELECT DISTINCT ON (balance.wallet_id) balance::text, inventory::text FROM ledger_wallet
     JOIN ledger_balance balance ON balance.wallet_id = ledger_wallet.wallet_id AND balance.run_id = ANY (state_run_ids)
     ORDER BY balance.wallet_id, balance.run_id DESC`,
  );
  // 2,601 times 2 in, 2,601 times 1 out.
  const held = String(2_601n * ether);
  expect(rows).toEqual([{ balance: held, inventory: held }]);
});

test('a run that fails at any point leaves the former figures, and the next one is right', async () => {
  const { database } = testDatabase;
  const world = await createReplayWorld(database, 7);
  const { clientId, walletIds } = world;
  await bookClient(world, clientId);
  // A restart from a point in the middle, so that rows, snapshots and states are written.
  await noteWalletChange(database.pool, walletIds[0] ?? 0, '');
  const before = await readLedger(database, clientId, walletIds, [null]);
  await database.pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the end'; END $$`,
  );
  const points = [
    ...['INSERT ON ledger_total', 'INSERT ON ledger_disposal', 'INSERT ON ledger_snapshot'],
    ...[
      'UPDATE ON ledger_run',
      'INSERT ON ledger_balance',
      'INSERT ON ledger_lot',
      'UPDATE ON ledger_wallet',
    ],
  ];
  for (const point of points) {
    await database.pool.query(`CREATE TRIGGER failing BEFORE ${point} FOR EACH ROW EXECUTE FUNCTION fail()`);
    await expect(bookClient(world, clientId), point).rejects.toThrow('the end');
    await database.pool.query(`DROP TRIGGER failing ON ${point.split(' ON ')[1]}`);
    expect(await readLedger(database, clientId, walletIds, [null]), point).toBe(before);
  }
  await bookClient(world, clientId);
  // Nothing had changed in truth.
  expect(await readLedger(database, clientId, walletIds, [null])).toBe(
    before.replaceAll('"isStale": true', '"isStale": false'),
  );
});

test("a client's own change concerns nobody else, though they have the same wallet", async () => {
  const { database } = testDatabase;
  const walletId = await registerTestWallet(database, 1);
  const { id: own } = await ensureClient(database, 'default');
  const { id: other } = await ensureClient(database, 'other');
  await registerWallets(database, {
    ...{ clientId: other, addresses: [address(1)], chains: [{ chainId: 1, fromBlock: 0 }] },
  });
  await store(walletId, numbers(0, 4));
  expect(await bookAll()).toBe(8);
  const { transaction: third } = block(walletId, 2);
  await noteLedgerChange(database.pool, { clientId: own, walletId, fromPosition: third.position });
  expect(await findStaleLedgers(database)).toEqual([{ clientId: own, walletId }]);
  const isStale = async (clientId: number) =>
    (await findCurrentRuns(database, clientId, [walletId]))[0]?.isStale;
  expect([await isStale(own), await isStale(other)]).toEqual([true, false]);
  expect(await bookAll()).toBe(4);
  expect(await isStale(own)).toBe(false);
});

test('a price concerns the ledgers that lacked one in those hours', async () => {
  const { database } = testDatabase;
  const walletId = await registerTestWallet(database, 1);
  const { id: clientId } = await ensureClient(database, 'default');
  const group = { clientId, wallets: [{ walletId, address: address(1) }] };
  const { ETH } = currencyTokens;
  const onlyEther = { currencyTokens: { ETH, MATIC: ETH, AVAX: ETH, XDAI: ETH } };
  const price = (at: number) => storeEtherPrices(database, [{ at, price: '1000' }]);
  await store(walletId, [0, 300]);
  await price(firstTime);
  // Block 300 is an hour later: the price of the hour before stands in.
  expect((await runLedgerOf(database, group, onlyEther)).movements).toBe(2);
  await price(firstTime - 7 * 86_400);
  expect(await findStaleLedgers(database)).toEqual([]);
  await price(firstTime + 3_600);
  expect(await findStaleLedgers(database)).toEqual([{ clientId, walletId }]);
  expect((await runLedgerOf(database, group, onlyEther)).movements).toBe(2);
  await price(firstTime + 7_200);
  expect(await findStaleLedgers(database)).toEqual([]);
  expect(ETH.address).toBe(zeroAddress);
});
