/** Counting anew, and the checkpoints of a whole history: in pieces, none of which reads more than its share. */
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../../src/store/connection/sql.ts';
import { refreshCheckpoints } from '../../../src/store/history/rank-checkpoints.ts';
import { recount } from '../../../src/store/history/recount.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
const rows = 2_500;
const pieceRows = 400;
/** The history, on two chains in turn: every third transfer is spam, every fifth transaction; 30 counterparties. */
const history = { walletId: 1, chainId: 1 };

beforeAll(async () => {
  const walletId = await registerTestWallet(db.database, 1, [1, 10]);
  expect(walletId).toBe(history.walletId);
  for (const chainId of [1, 10]) {
    const numbers = Array.from({ length: rows }, (_, index) => index + 1);
    const at = (blockNumber: number) => ({ walletId, chainId, blockNumber });
    await storeTestRows(db.database, chainId, {
      transactions: numbers.map((number) => transactionRecord(at(number), { isSpam: number % 5 === 0 })),
      transfers: numbers.map((number) =>
        transferRecord(
          { ...at(number), index: 0 },
          { counterparty: address(100 + (number % 30)), spamReason: number % 3 === 0 ? 'forged' : null },
        ),
      ),
    });
  }
  // What was counted before is wrong: others than there are, and other numbers.
  await db.database.pool.query('DELETE FROM counterparty_counter; DELETE FROM counter WHERE chain_id = 1');
  await db.database.pool.query('DELETE FROM transfer_checkpoint; DELETE FROM transaction_checkpoint');
  await db.database.pool.query(
    `INSERT INTO counterparty_counter (wallet_id, chain_id, counterparty, transfer_count, spam_transfer_count)
     SELECT 1, chain, concat('0x', lpad(to_hex(number), 40, '0')), 7, 7
     FROM generate_series(1, 1000) number, unnest(ARRAY[1, 10]) chain`,
  );
});

/** Runs the work and answers how many rows of the history each of its statements read. */
async function readsOf(work: (client: pg.PoolClient) => Promise<void>): Promise<number[]> {
  return withTransaction(db.database.pool, async (client) => {
    // The tables are too small for the planner to think of their indexes.
    await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const query = client.query.bind(client);
    const measure = async (): Promise<number> => {
      const { rows: measured } = await query<{ reads: string }>(
        `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS reads FROM pg_stat_xact_user_tables
         WHERE relname IN ('transfer', 'transaction', 'counterparty_counter')`,
      );
      return Number(measured[0]?.reads ?? 0);
    };
    const reads: number[] = [];
    const measured = new Proxy(client, {
      get: (target, name) =>
        name !== 'query'
          ? Reflect.get(target, name)
          : async (...args: Parameters<typeof query>) => {
              const before = await measure();
              const result = await Reflect.apply(query, target, args);
              reads.push((await measure()) - before);
              return result;
            },
    });
    await work(measured);
    return reads;
  });
}

test('counters: no statement reads more than a piece, and they are what counting at once tells', async () => {
  const reads = await readsOf((client) => recount(client, history, pieceRows));
  // A statement that counts a piece also reads the 30 counters that it adds to; one that drops counters, a counterparty's of both chains.
  expect(Math.max(...reads)).toBeLessThanOrEqual(pieceRows + 30);
  // 2,500 of a chain in each of two tables.
  expect(reads.reduce((sum, read) => sum + read, 0)).toBeGreaterThanOrEqual(2 * rows);
  const { pool } = db.database;
  const own = 'wallet_id = 1 AND chain_id = 1';
  expect((await pool.query(`SELECT * FROM counter WHERE ${own}`)).rows).toEqual([
    {
      ...{ wallet_id: 1, chain_id: 1, transaction_count: rows, spam_transaction_count: 500 },
      // Multiples of 3 up to 2,500.
      ...{ transfer_count: rows, spam_transfer_count: 833 },
      // All others are fungible, and nothing is priced.
      ...{ priced_count: 0, unpriced_count: rows - 833 },
    },
  ]);
  const columns = 'counterparty, transfer_count AS all, spam_transfer_count AS spam';
  const kept = await pool.query(
    `SELECT ${columns} FROM counterparty_counter WHERE ${own} ORDER BY counterparty`,
  );
  const told = await pool.query(
    `SELECT counterparty, count(*)::int AS all, count(spam_reason)::int AS spam FROM transfer WHERE ${own}
     GROUP BY counterparty ORDER BY counterparty`,
  );
  expect(kept.rows).toEqual(told.rows);
  expect(kept.rows).toHaveLength(30);
  // The other chain's are as they were.
  const others = await pool.query(
    'SELECT count(*)::int AS count FROM counterparty_counter WHERE chain_id = 10 AND transfer_count = 7',
  );
  expect(others.rows).toEqual([{ count: 1_000 }]);
});

test.each(['transfer', 'transaction'] as const)('the checkpoints of every %s: the same', async (table) => {
  const reads = await readsOf((client) => refreshCheckpoints(client, history, table, '', pieceRows));
  expect(Math.max(...reads)).toBeLessThanOrEqual(pieceRows);
  expect(reads.reduce((sum, read) => sum + read, 0)).toBeGreaterThanOrEqual(rows);
  const { rows: kept } = await db.database.pool.query<{ ordinal: number; spam: number }>(
    `SELECT ordinal::int, spam_ordinal::int AS spam, checkpoint.position = item.position AS "isAt"
     FROM ${table}_checkpoint checkpoint JOIN (
       SELECT position, row_number() OVER (ORDER BY position) AS rank FROM ${table} WHERE wallet_id = 1 AND chain_id = 1) item
       ON item.rank = ordinal WHERE wallet_id = 1 AND chain_id = 1 ORDER BY ordinal`,
  );
  // Of the first 1,000 every third (333) or every fifth (200) is spam; of 2,000, 666 and 400.
  const spam = table === 'transfer' ? [333, 666] : [200, 400];
  expect(kept).toEqual([
    { ordinal: 1_000, spam: spam[0], isAt: true },
    { ordinal: 2_000, spam: spam[1], isAt: true },
  ]);
});
