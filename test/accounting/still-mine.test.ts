/** A wallet that is unregistered stays the client's own unless told otherwise, so that other wallets' years stand. */
import { beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { purgeOrphans } from '../../src/store/sync/registrations.ts';
import { exchange } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, type Row, transaction, useBooks } from './scenario.ts';

const first = repeated('1');
const second = repeated('2');

const books = useBooks(() => day(10), [{ chainId: 1, fromBlock: 0 }]);

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
  const { database } = books;
  await books.storeWallet(first, ofFirst);
  await books.storeWallet(second, ofSecond);
  await bookStale(database);
});

async function realizedOf(wallet: Address): Promise<string | undefined> {
  const [balance] = await books.readModel.listBalances(books.caller, {
    ...{ wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
  });
  return balance?.totalRealizedPnl;
}

const notRegistered = { code: 'WALLET_NOT_REGISTERED' };

test('unregistered, the wallet is gone for readers, and the figures of the other stand', async () => {
  const { database } = books;
  expect(await realizedOf(first)).toBe('800');
  await books.readModel.unregisterWallets(books.caller, [second]);
  await bookStale(database);
  expect(await realizedOf(first)).toBe('800');
  await expect(realizedOf(second)).rejects.toMatchObject(notRegistered);
  const wallets = await books.readModel.listWallets(books.caller, { mode: 'cursor', first: 10 });
  expect(wallets.items.map(({ address }) => address)).toEqual([first]);
  await expect(books.readModel.unregisterWallets(books.caller, [second])).rejects.toMatchObject(
    notRegistered,
  );
});

test('its history is not purged, and it is back as it was when it is registered again', async () => {
  const { database } = books;
  expect(await purgeOrphans(database, new Date(Date.now() + 86_400_000))).toBe(0);
  const { createdCount } = await books.readModel.registerWallets(books.caller, [second]);
  expect(createdCount).toBe(1);
  await bookStale(database);
  expect(await realizedOf(second)).toBe('0');
  expect(await realizedOf(first)).toBe('800');
});

/** The issues about years of first that are over. */
async function changedYears(): Promise<string[]> {
  const { items } = await books.readModel.listIssues(books.caller, [first], { mode: 'cursor', first: 20 });
  return items.filter(({ code }) => code === 'PAST_YEAR_CHANGED').map(({ message }) => message);
}

test("said to be the client's no longer, it is forgotten: the move to it was a sale, and 2023 says that it changed", async () => {
  const { database } = books;
  expect(await changedYears()).toEqual([]);
  // What stood for less than a day changes all the time while histories are loaded.
  await database.pool.query("UPDATE ledger_year SET since = since - interval '2 days'");
  await books.readModel.unregisterWallets(books.caller, [second]);
  await books.readModel.unregisterWallets(books.caller, [second], { stillMine: false });
  await bookStale(database);
  expect(await realizedOf(first)).toBe('2300');
  expect(await changedYears()).toEqual([
    expect.stringMatching(
      /^The realised result of 2023 \(FIFO, UTC\) is 2300 USD now; it was 800 USD before\./,
    ),
  ]);
});

test('registered again, the year is what it was, and nothing is left to say', async () => {
  const { database } = books;
  await books.readModel.registerWallets(books.caller, [second]);
  await database.pool.query("UPDATE sync SET phase = 'FOLLOWING', loaded_at = now()");
  await bookStale(database);
  expect(await realizedOf(first)).toBe('800');
  expect(await changedYears()).toEqual([]);
});

test('a figure that stood for less than a day changes without a word', async () => {
  const { database } = books;
  await books.readModel.unregisterWallets(books.caller, [second], { stillMine: false });
  await bookStale(database);
  expect(await realizedOf(first)).toBe('2300');
  expect(await changedYears()).toEqual([]);
  expect(await purgeOrphans(database, new Date(Date.now() + 86_400_000))).toBe(1);
});
