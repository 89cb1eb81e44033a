/** The items of some transactions of a long history: what is read does not grow with the history. */
import { beforeAll, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { findRowsOfTransactions } from '../../../src/store/ledger/lists/rows-of-transactions.ts';
import { transfersOfTransactions } from '../../../src/store/pages/transfer-pages.ts';
import { storeLookups } from '../../support/history.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
const historyLength = 6_000;
const pageLength = 200;
let walletId: number;
let positions: string[];

beforeAll(async () => {
  await storeLookups(db.database);
  walletId = await registerTestWallet(db.database, 1);
  const places = Array.from({ length: historyLength }, (_, block) => ({
    ...{ walletId, blockNumber: block + 1, hash: hash(block + 1) },
  }));
  const transactions = places.map((at) => transactionRecord(at));
  await storeTestRows(db.database, 1, { transactions, transfers: places.map((at) => transferRecord(at)) });
  await db.database.pool.query('ANALYZE');
  positions = transactions.slice(-pageLength).map(({ position }) => position);
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows of transfers that a plan's scans have read, whatever became of them. */
function scanned(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, inner) => sum + scanned(inner), 0);
  if (plan['Relation Name'] !== 'transfer') return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + (plan['Actual Rows'] + removed) * plan['Actual Loops'];
}

/** The same of all statements of some work, each run once more to be explained. */
async function rowsRead(work: (database: Database) => Promise<unknown>): Promise<number> {
  const { pool } = db.database;
  const asked: { text: string; values: unknown[] }[] = [];
  const query = (config: { text: string; values: unknown[] }): unknown => {
    asked.push({ text: config.text, values: config.values });
    return pool.query(config);
  };
  await work({ ...db.database, pool: Object.assign(Object.create(pool), { query }) });
  let read = 0;
  for (const { text, values } of asked) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    read += scanned(rows[0]['QUERY PLAN'][0].Plan);
  }
  return read;
}

test('transfers of a page of transactions', async () => {
  const keys = positions.map((position) => ({ walletId, position }));
  const read = await rowsRead(async (database) => {
    expect(await transfersOfTransactions(database, keys)).toHaveLength(pageLength);
  });
  expect(read).toBe(pageLength);
});

test('what the ledger books of them', async () => {
  const { id: clientId } = await ensureClient(db.database, 'default');
  const read = await rowsRead(async (database) => {
    const rows = await findRowsOfTransactions(database, clientId, positions);
    expect(rows.transfers.map(({ position }) => position.slice(0, -14))).toEqual(positions);
    expect(rows.transactions.map(({ position }) => position)).toEqual(positions);
  });
  expect(read).toBe(pageLength);
});
