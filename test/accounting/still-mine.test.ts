/** A wallet that is unregistered stays the client's own unless told otherwise, so that other wallets' years stand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { purgeOrphans } from '../../src/store/sync/registrations.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { repeated } from '../support/api.ts';
import { exchange, storeLookups } from '../support/history.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { hash } from '../support/records.ts';
import { bookStale, day, ether, type Row, storeWallet, transaction } from './scenario.ts';

const first = repeated('1');
const second = repeated('2');

let testDatabase: TestDatabase;
let readModel: ReadModel;
let caller: Caller;

const at = (walletId: number, number: number) => ({
  ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
});

/** Buys 5 ETH at 1,000, moves 1 to second at 2,500, sells 1 at 1,800: 800. As a sale, the move would win 1,500 more. */
const ofFirst = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [
    { side: 'inflow', amount: 5n * ether, price: '1000', counterparty: exchange },
  ]),
  transaction(at(walletId, 1), {}, [{ side: 'outflow', amount: ether, price: '2500', counterparty: second }]),
  transaction(at(walletId, 2), {}, [
    { side: 'outflow', amount: ether, price: '1800', counterparty: exchange },
  ]),
];
const ofSecond = (walletId: number): Row[] => [
  transaction(at(walletId, 1), {}, [{ side: 'inflow', amount: ether, price: '2500', counterparty: first }]),
];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await storeLookups(database);
  const { id: clientId } = await ensureClient(database, 'default');
  caller = { clientId, keyId: 'test', scopes: ['read', 'write'] };
  readModel = createReadModel({
    ...{ database, now: () => day(10) * 1000 },
    enabledChains: async () => [{ chainId: 1, fromBlock: 0 }],
  });
  await storeWallet(database, { clientId, address: first }, ofFirst);
  await storeWallet(database, { clientId, address: second }, ofSecond);
  await bookStale(database);
});

afterAll(async () => {
  await readModel?.close();
  await testDatabase?.drop();
});

async function realizedOf(wallet: Address): Promise<string | undefined> {
  const [balance] = await readModel.listBalances(caller, {
    ...{ wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
  });
  return balance?.totalRealizedPnl;
}

const notRegistered = { code: 'WALLET_NOT_REGISTERED' };

test('unregistered, the wallet is gone for readers, and the figures of the other stand', async () => {
  const { database } = testDatabase;
  expect(await realizedOf(first)).toBe('800');
  await readModel.unregisterWallets(caller, [second]);
  await bookStale(database);
  expect(await realizedOf(first)).toBe('800');
  await expect(realizedOf(second)).rejects.toMatchObject(notRegistered);
  const wallets = await readModel.listWallets(caller, { mode: 'cursor', first: 10 });
  expect(wallets.items.map(({ address }) => address)).toEqual([first]);
  await expect(readModel.unregisterWallets(caller, [second])).rejects.toMatchObject(notRegistered);
});

test('its history is not purged, and it is back as it was when it is registered again', async () => {
  const { database } = testDatabase;
  expect(await purgeOrphans(database, new Date(Date.now() + 86_400_000))).toBe(0);
  const { createdCount } = await readModel.registerWallets(caller, [second]);
  expect(createdCount).toBe(1);
  await bookStale(database);
  expect(await realizedOf(second)).toBe('0');
  expect(await realizedOf(first)).toBe('800');
});

/** The issues about years of first that are over. */
async function changedYears(): Promise<string[]> {
  const { items } = await readModel.listIssues(caller, [first], { mode: 'cursor', first: 20 });
  return items.filter(({ code }) => code === 'PAST_YEAR_CHANGED').map(({ message }) => message);
}

test("said to be the client's no longer, it is forgotten: the move to it was a sale, and 2023 says that it changed", async () => {
  const { database } = testDatabase;
  expect(await changedYears()).toEqual([]);
  // What stood for less than a day changes all the time while histories are loaded.
  await database.pool.query("UPDATE ledger_year SET since = since - interval '2 days'");
  await readModel.unregisterWallets(caller, [second]);
  await readModel.unregisterWallets(caller, [second], { stillMine: false });
  await bookStale(database);
  expect(await realizedOf(first)).toBe('2300');
  expect(await changedYears()).toEqual([
    expect.stringMatching(
      /^The realised result of 2023 \(FIFO, UTC\) is 2300 USD now; it was 800 USD before\./,
    ),
  ]);
});

test('registered again, the year is what it was, and nothing is left to say', async () => {
  const { database } = testDatabase;
  await readModel.registerWallets(caller, [second]);
  await database.pool.query("UPDATE sync SET phase = 'FOLLOWING', loaded_at = now()");
  await bookStale(database);
  expect(await realizedOf(first)).toBe('800');
  expect(await changedYears()).toEqual([]);
});

test('a figure that stood for less than a day changes without a word', async () => {
  const { database } = testDatabase;
  await readModel.unregisterWallets(caller, [second], { stillMine: false });
  await bookStale(database);
  expect(await realizedOf(first)).toBe('2300');
  expect(await changedYears()).toEqual([]);
  expect(await purgeOrphans(database, new Date(Date.now() + 86_400_000))).toBe(1);
});
