/** Runs that were given up before anybody could read them leave nothing behind; those that were read stay for a while. */
import { expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { packInteger } from '../../../src/store/connection/packed-integers.ts';
import {
  abandonLedgerRuns,
  createLedgerRun,
  supersedeLooseRuns,
} from '../../../src/store/ledger/ledger-chains.ts';
import { defaultLedgerSettings, purgeLedgerRuns } from '../../../src/store/ledger/ledger-runs.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase({ perTest: true });
const aMinute = 60_000;

async function createRun(): Promise<{ clientId: number; runId: bigint }> {
  const { database } = db;
  const { id: clientId } = await ensureClient(database, 'default');
  const runId = await createLedgerRun(database, {
    clientId,
    walletIds: [1],
    settings: defaultLedgerSettings,
  });
  await database.pool.query(
    `INSERT INTO ledger_total (wallet_id, run_id, token, transaction_position, figures) VALUES (1, $1, 'token', '00', decode($2, 'hex'))`,
    [runId, packInteger(1n)],
  );
  return { clientId, runId };
}

const left = async (): Promise<number | null> =>
  (await db.database.pool.query('SELECT FROM ledger_total')).rowCount;

test('what a booking left that was given up goes with the next purge', async () => {
  const { clientId } = await createRun();
  await abandonLedgerRuns(db.database, clientId);
  expect(await purgeLedgerRuns(db.database, aMinute)).toBe(1);
  expect(await left()).toBe(0);
});

test('what a reader may still be at stays for its time', async () => {
  const { clientId } = await createRun();
  await supersedeLooseRuns(db.database.pool, clientId);
  expect(await purgeLedgerRuns(db.database, aMinute)).toBe(0);
  expect(await left()).toBe(1);
});
