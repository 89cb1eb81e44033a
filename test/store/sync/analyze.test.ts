/** The planner is told of tables that have grown, and only of them. */
import { expect, test } from 'vitest';
import { analyzeGrownTables } from '../../../src/store/sync/leases.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

/** So many rows of a wallet, as many to a page as the table takes. */
const store = (walletId: number, rows: number): Promise<unknown> =>
  db.database.pool.query(
    `INSERT INTO counterparty_counter (wallet_id, chain_id, counterparty, transfer_count, spam_transfer_count)
     SELECT $1, 1, lpad(number::text, 42, '0'), 1, 0 FROM generate_series(1, $2::int) number`,
    [walletId, rows],
  );

test('a table is analysed when it is a fifth larger than when it was analysed last', async () => {
  const grown = () => analyzeGrownTables(db.database);
  expect(await grown()).toEqual([]);
  await store(1, 10_000);
  expect(await grown()).toEqual(['counterparty_counter']);
  expect(await grown()).toEqual([]);
  // A tenth more, four wallets one after the other: the third takes it over a fifth.
  const found: string[][] = [];
  for (const walletId of [2, 3, 4, 5]) {
    await store(walletId, 1_000);
    found.push(await grown());
  }
  expect(found.flat()).toEqual(['counterparty_counter']);
  const { rows } = await db.database.pool.query(
    "SELECT reltuples > 10000 AS is_known FROM pg_class WHERE relname = 'counterparty_counter'",
  );
  expect(rows).toEqual([{ is_known: true }]);
});
