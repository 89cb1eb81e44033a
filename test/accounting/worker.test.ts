/** The accounting job: books what changed, once, however many workers run; and what was superseded goes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import {
  type AccountingWorker,
  createAccountingWorker,
} from '../../src/ingest/accounting/accounting-worker.ts';
import { purgeLedgerRuns } from '../../src/store/ledger/ledger-purge.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { day, ether, transaction } from './scenario.ts';

const testDatabase = useTestDatabase();
let walletId = 0;
const workers: AccountingWorker[] = [];

beforeAll(async () => {
  const { database } = testDatabase;
  walletId = await registerTestWallet(database, 1);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  for (let index = 0; index < 2; index += 1) {
    const worker = createAccountingWorker({
      ...{ database, currencyTokens, log, owner: `worker ${index}` },
      ...{ sweepEveryMs: 200, gatherMs: 20 },
    });
    workers.push(worker);
    await worker.start();
  }
});

afterAll(async () => {
  for (const worker of workers) await worker.stop();
});

async function numbers(text: string): Promise<number[]> {
  const { rows } = await testDatabase.database.pool.query<number[]>({ text, rowMode: 'array' });
  return rows.flat().map(Number);
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const booked = (balance: bigint): Promise<void> =>
  until(`a balance of ${balance}`, async () => {
    const [found] = await numbers(
      `SELECT balance FROM ledger_wallet JOIN ledger_balance USING (wallet_id, run_id) WHERE token = '1:${zeroAddress}'`,
    );
    return found === Number(balance);
  });

const rowOf = (number: number) => {
  const place = { walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) };
  return transaction(place, {}, [{ side: 'inflow', amount: ether }]);
};

async function store(number: number): Promise<void> {
  const { transaction: record, transfers } = rowOf(number);
  await storeTestRows(testDatabase.database, 1, { transactions: [record], transfers });
}

test('a wallet that is still loading waits', async () => {
  expect(await findStaleLedgers(testDatabase.database)).toEqual([]);
});

test('each change is booked, and one run stands for it', async () => {
  await store(0);
  await booked(ether);
  await store(1);
  await booked(2n * ether);
  await until('one current run', async () => {
    const [current] = await numbers('SELECT count(*) FROM ledger_run WHERE superseded_at IS NULL');
    return current === 1 && (await findStaleLedgers(testDatabase.database)).length === 0;
  });
});

test('a step without rows changes nothing', async () => {
  const before = await numbers('SELECT max(id) FROM ledger_run');
  await storeTestRows(testDatabase.database, 1, {});
  expect(await findStaleLedgers(testDatabase.database)).toEqual([]);
  expect(await numbers('SELECT max(id) FROM ledger_run')).toEqual(before);
});

test('what was superseded is purged, with its rows', async () => {
  await purgeLedgerRuns(testDatabase.database, 0);
  expect(await numbers('SELECT count(*) FROM ledger_run')).toEqual([1]);
  expect(await numbers('SELECT count(*) FROM ledger_balance')).toEqual([1]);
  // One lot for each of two receipts with three methods, and one pool.
  expect(await numbers('SELECT sum(get_byte(lots, 0)) FROM ledger_lot')).toEqual([7]);
});

test('a wallet that is loaded anew keeps its figures until it is', async () => {
  await resetSync(testDatabase.database, walletId);
  expect(await findStaleLedgers(testDatabase.database)).toEqual([]);
  await store(5);
  await booked(ether);
});
