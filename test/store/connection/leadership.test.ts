/** Leading a job by a lease: one at a time, through a transaction pooler too, and who lost it can write nothing. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../../src/domain/model.ts';
import { RetryableError } from '../../../src/errors.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { type Leadership, takeLeadership } from '../../../src/store/connection/leadership.ts';
import {
  abandonLedgerRuns,
  createLedgerRun,
  finishLedgerRun,
  switchLedgerRuns,
} from '../../../src/store/ledger/ledger-chains.ts';
import { dropLedgerSnapshots } from '../../../src/store/ledger/ledger-snapshots.ts';
import { defaultLedgerSettings } from '../../../src/store/ledger/search/ledger-settings.ts';
import { closeRenewal } from '../../../src/store/prices/outdated-prices.ts';
import { storeCurrentPrices, storePrices } from '../../../src/store/prices/price-rows.ts';
import {
  clearTradePrices,
  priceTransfers,
  repriceTransfers,
} from '../../../src/store/prices/transfer-prices.ts';
import { dropAnsweredPrices } from '../../../src/store/prices/wanted-price-queue.ts';
import { startLeaderProcess } from '../../support/leader-process.ts';
import { startPooler, type TransactionPooler } from '../../support/transaction-pooler.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let pooler: TransactionPooler;
let pooled: Database;

beforeAll(async () => {
  pooler = await startPooler(db.url);
  pooled = await openDatabase({ url: pooler.url, maximumConnections: 4 });
});
afterAll(async () => {
  await pooled?.close();
  await pooler?.close();
});

async function lead(database: Database, job: string, owner: string): Promise<Leadership> {
  const answer = await takeLeadership(database, { job, owner });
  if (answer.leadership === null) throw new Error(`${job} is led by ${answer.heldBy}`);
  return answer.leadership;
}

/** As when the leader has not been heard of for as long as its lease lasts. */
const runOut = (job: string): Promise<unknown> =>
  db.database.pool.query(`UPDATE job_lease SET lease_until = now() - interval '1 second' WHERE job = $1`, [
    job,
  ]);

test('one leads at a time, others are told who; what is given back is free at once', async () => {
  const first = await lead(db.database, 'a job', 'first');
  expect(first.takenFrom).toBeNull();
  const refused = await takeLeadership(pooled, { job: 'a job', owner: 'second' });
  expect(refused).toEqual({ leadership: null, heldBy: 'first' });
  const other = await lead(pooled, 'another job', 'second');
  await other.release();
  await first.release();
  const second = await lead(pooled, 'a job', 'second');
  expect(second.takenFrom).toBeNull();
  await second.release();
});

test('behind a transaction pooler a clean stop leaves nothing behind', async () => {
  const worker = await openDatabase({ url: pooler.url, maximumConnections: 2 });
  const first = await lead(worker, 'a pooled job', 'first');
  await first.release();
  await worker.close();
  const locks = await db.database.pool.query(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  expect(locks.rows).toEqual([]);
  const second = await lead(pooled, 'a pooled job', 'second');
  await second.release();
});

test('a leader that is killed is followed when its lease ends, and the follower knows whom it follows', async () => {
  const leader = await startLeaderProcess(pooler.url, { leaseMs: 3_000, jobs: ['a killed job'] });
  await leader.kill();
  await expect
    .poll(
      async () => {
        const { leadership } = await takeLeadership(pooled, { job: 'a killed job', owner: 'follower' });
        await leadership?.release();
        return leadership?.takenFrom;
      },
      { timeout: 30_000 },
    )
    .toBe(leader.owner);
});

test('a leader that lost its lease is told', async () => {
  const answer = await takeLeadership(db.database, { job: 'a lost job', owner: 'first', leaseMs: 600 });
  if (answer.leadership === null) throw new Error('somebody leads');
  const { signal } = answer.leadership;
  const told = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await db.database.pool.query(
    `UPDATE job_lease SET lease_owner = 'second', fence = fence + 1 WHERE job = 'a lost job'`,
  );
  await told;
  expect(signal.reason).toBeInstanceOf(RetryableError);
  // What it gives back is not its own any more.
  await answer.leadership.release();
  const { rows } = await db.database.pool.query(`SELECT lease_owner FROM job_lease WHERE job = 'a lost job'`);
  expect(rows).toEqual([{ lease_owner: 'second' }]);
});

const price = { chainId: 1, address: zeroAddress, hour: 500_000 };
const known = { price: '1', observedAt: 1_800_000_000, source: 'test', confidence: 1, provenance: {} };
const run = { clientId: 1, walletIds: [1], settings: defaultLedgerSettings };

/** Everything that pricing and accounting write for others to see. */
const writes: readonly [string, (database: Database) => Promise<unknown>][] = [
  [
    'the price of a transfer',
    (database) =>
      priceTransfers(database, 1, [
        { position: '0', tokenAddress: zeroAddress, price: '1', unit: '1', source: 'test' },
      ]),
  ],
  [
    'another price of a transfer',
    (database) =>
      repriceTransfers(database, 1, [
        { position: '0', tokenAddress: zeroAddress, price: '1', unit: '1', source: 'test' },
      ]),
  ],
  ['the end of prices of trades', (database) => clearTradePrices(database, 1)],
  ['the end of a renewal', (database) => closeRenewal(database)],
  ['a price of an hour', (database) => storePrices(database, [{ ...price, ...known }])],
  [
    'that nobody knew a price',
    (database) => storePrices(database, [], [{ ...price, provenance: {}, retryInMs: 1_000 }]),
  ],
  ['a price of now', (database) => storeCurrentPrices(database, [{ ...price, ...known }])],
  ['the queue of wanted prices', (database) => dropAnsweredPrices(database, [price])],
  ['a new run', (database) => createLedgerRun(database, run)],
  [
    'the end of a run',
    (database) => finishLedgerRun(database, { id: 1n, untilPosition: '', movements: 0, tokenFacts: null }),
  ],
  ['the end of loose runs', (database) => abandonLedgerRuns(database, 1)],
  ['the end of snapshots', (database) => dropLedgerSnapshots(database, [1n])],
  [
    'the current runs',
    (database) =>
      switchLedgerRuns(database, {
        ...{ clientId: 1, runIds: [], stateRunIds: [], changedFrom: null, bookedFrom: null, asOf: 0 },
        ...{ walletVersions: new Map(), priceVersion: 0n, priceGapFrom: null, reportingCurrency: null },
      }),
  ],
];

test.each(writes)('who lost the job writes nothing any more: %s', async (name, write) => {
  const first = await lead(db.database, name, 'first');
  await runOut(name);
  // Nobody has taken it yet: the fence is still the row's.
  await write(first.database);
  const second = await lead(db.database, name, 'second');
  expect(second.takenFrom).toBe('first');
  await expect(write(first.database)).rejects.toThrow(`the lease on '${name}' is lost`);
  expect(first.signal.aborted).toBe(true);
  await write(second.database);
  await second.release();
});

test('nobody takes over while a leader’s transaction is under way', async () => {
  const first = await lead(db.database, 'a slow job', 'first');
  await runOut('a slow job');
  let taken: ReturnType<typeof takeLeadership> | undefined;
  const order: string[] = [];
  await first.database.transaction(async (client) => {
    taken = takeLeadership(pooled, { job: 'a slow job', owner: 'second' });
    void taken.then(() => order.push('taken'));
    // The statement is at the server and waits for the row.
    await expect
      .poll(async () => {
        const { rowCount } = await db.database.pool.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    await client.query(`INSERT INTO setting VALUES ('a slow job', 'done')`);
    order.push('written');
  });
  const answer = await taken;
  expect(order).toEqual(['written', 'taken']);
  expect(answer?.leadership?.takenFrom).toBe('first');
  await answer?.leadership?.release();
});
