/** Wallets become linked after they were booked apart: what is compared is what came since. */
import { beforeAll, expect, test } from 'vitest';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { ether, firstTime, transaction } from './scenario.ts';

const testDatabase = useTestDatabase();
let first: number;
let second: number;
/** What a worker keeps: the versions at which the links were last booked. */
const looked = new Map<number, bigint>();

beforeAll(async () => {
  first = await registerTestWallet(testDatabase.database, 31);
  second = await registerTestWallet(testDatabase.database, 32);
});

/** One side of a transaction in which two wallets took part, each with a contract of others. */
async function store(
  walletId: number,
  block: number,
  side: 'inflow' | 'outflow',
  bridgeMessage: string | null = null,
): Promise<void> {
  const place = { walletId, blockNumber: block, timestamp: firstTime + block * 12, hash: hash(block) };
  const kind = side === 'outflow' ? 'BRIDGE_OUT' : 'BRIDGE_IN';
  // The one whose turn it is gets the step.
  await testDatabase.database.pool.query(
    "UPDATE sync SET next_run_at = CASE WHEN wallet_id = $1 THEN now() ELSE now() + interval '1 hour' END",
    [walletId],
  );
  const row = transaction(place, { bridgeMessage, ...(bridgeMessage === null ? {} : { kind }) }, [
    { side, amount: ether },
  ]);
  await storeTestRows(testDatabase.database, 1, {
    transactions: [row.transaction],
    transfers: row.transfers,
  });
}

const linkedWith = async (walletId: number): Promise<number[]> => {
  const wallets = await findLinkedWallets(testDatabase.database, { clientId: 1, walletId }, looked);
  return wallets.map((wallet) => wallet.walletId);
};

async function book(walletId: number): Promise<void> {
  const { database } = testDatabase;
  const wallets = await findLinkedWallets(database, { clientId: 1, walletId }, looked);
  await runLedgerOf(database, { clientId: 1, wallets }, { currencyTokens });
  for (const wallet of wallets) looked.set(wallet.walletId, wallet.version);
}

test('a shared transaction links from the wallet whose rows came later, and stays a link', async () => {
  await store(first, 1, 'inflow');
  await store(second, 2, 'inflow');
  await store(first, 5, 'outflow');
  await book(first);
  await book(second);
  expect([await linkedWith(first), await linkedWith(second)]).toEqual([[first], [second]]);

  // Block 5 of the second comes after the first was booked with it.
  await store(second, 5, 'inflow');
  expect(await linkedWith(second)).toEqual([first, second]);
  await book(second);
  expect([await linkedWith(first), await linkedWith(second)]).toEqual([
    [first, second],
    [first, second],
  ]);

  // What follows has nothing to do with the link.
  await store(first, 9, 'inflow');
  await book(first);
  expect([await linkedWith(first), await linkedWith(second)]).toEqual([
    [first, second],
    [first, second],
  ]);
});

test('what arrives over a bridge links its wallet with the one that it left, whenever it is loaded', async () => {
  const third = await registerTestWallet(testDatabase.database, 33);
  await store(third, 10, 'inflow');
  await store(first, 11, 'outflow', 'across:1:7');
  await book(first);
  await book(third);
  expect(await linkedWith(third)).toEqual([third]);
  await store(third, 12, 'inflow', 'across:1:7');
  expect(await linkedWith(third)).toEqual([first, second, third]);
  await book(third);
  await store(third, 13, 'inflow');
  await book(third);
  for (const walletId of [first, second, third])
    expect(await linkedWith(walletId)).toEqual([first, second, third]);
});

test('a wallet that was registered again is compared in full', async () => {
  const { pool } = testDatabase.database;
  await pool.query('DELETE FROM ledger_wallet WHERE wallet_id = $1', [second]);
  await pool.query(`UPDATE ledger_run SET wallet_ids = ARRAY[$1::int]`, [first]);
  expect(await linkedWith(second)).toEqual([first, second]);
});
