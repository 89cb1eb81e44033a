/** Runs that were given up before anybody could read them leave nothing behind; those that were read stay for a while. */
import { expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { packInteger } from '../../../src/store/connection/packed-integers.ts';
import {
  abandonLedgerRuns,
  createLedgerRun,
  supersedeLooseRuns,
} from '../../../src/store/ledger/ledger-chains.ts';
import { purgeLedgerRuns } from '../../../src/store/ledger/ledger-purge.ts';
import { defaultLedgerSettings } from '../../../src/store/ledger/search/ledger-settings.ts';
import { statementsOf } from '../../support/builders.ts';
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

test('runs of the same wallets go together, in as many statements as one', async () => {
  const { clientId } = await createRun();
  const purge = () => purgeLedgerRuns(db.database, aMinute);
  await abandonLedgerRuns(db.database, clientId);
  const ofOne = await statementsOf(purge);
  for (let number = 0; number < 5; number += 1) await createRun();
  await abandonLedgerRuns(db.database, clientId);
  const ofFive = await statementsOf(async () => expect(await purge()).toBe(5));
  expect(ofFive).toHaveLength(ofOne.length);
  expect(await left()).toBe(0);
});
