/** What the metrics say, and that their labels stay few whatever clients send. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFigures } from '../../src/store/figures.ts';
import { upsertBlockchains } from '../../src/store/lookups.ts';
import { createTestApi, repeated, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api.close());

const metrics = (): Promise<string> => api.metrics.registry.metrics();

test('operations by their root field, not by the names that clients give', async () => {
  for (const query of [
    'query InventedName1 { wallets { count } }',
    'query InventedName2 { wallets { count } }',
    'query InventedName3 { invented: wallets { count } blockchains { id } }',
    'query InventedName4 { inventedField }',
  ]) {
    await api.ask('POST', '/graphql', { payload: { query } });
  }
  const text = await metrics();
  expect(text).toContain('wallet_data_graphql_operation_seconds_count{operation="wallets",outcome="ok"} 2');
  expect(text).toContain('wallet_data_graphql_operation_seconds_count{operation="several",outcome="ok"} 1');
  // wallets 1 + 100 × count 1: twice; the list of 10 chains with their ids beside it.
  expect(text).toMatch(/wallet_data_graphql_operation_cost_sum\{operation="wallets"\} \d+/);
  expect(text).not.toMatch(/invented/i);
});

test('the pool, how far loading is behind, and ledgers that wait', async () => {
  const { database, clientId } = api;
  const chain = { chainId: 1, name: 'Ethereum', slug: 'ethereum', symbol: 'ETH', imageUrl: '' };
  await upsertBlockchains(database, [{ ...chain, nativeDecimals: 18, enabled: true, disabledReason: null }]);
  const caller = { clientId, keyId: 'k', scopes: ['read', 'write'] as const };
  await api.readModel.registerWallets(caller, [repeated('1'), repeated('2')]);
  const ids = `SELECT id FROM wallet ORDER BY id`;
  const { rows } = await database.pool.query(ids);
  const [first, second] = rows.map(({ id }) => id);
  await database.pool.query(
    `UPDATE sync SET phase = 'FOLLOWING', synced_block = CASE wallet_id WHEN $1 THEN 90 ELSE 75 END, head_block = 100`,
    [first],
  );
  await database.pool.query(
    `INSERT INTO ledger_run (id, client_id, wallet_ids, settings) VALUES (1, $1, ARRAY[$2::int], '{}')`,
    [clientId, second],
  );
  await database.pool.query(
    `INSERT INTO ledger_wallet (client_id, wallet_id, run_id, input_version, as_of)
     VALUES ($1, $2, 1, 1, now() - interval '1 hour')`,
    [clientId, second],
  );
  await database.pool.query('INSERT INTO ledger_input (wallet_id, version) VALUES ($1, 2)', [second]);

  const { pool } = database;
  api.metrics.watchDatabase({
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    figures: () => readFigures(database),
  });
  const text = await metrics();
  expect(text).toContain('wallet_data_sync_wallets{chain="ethereum",phase="FOLLOWING"} 2');
  // 100 − 75: the one that is furthest behind.
  expect(text).toContain('wallet_data_sync_blocks_behind{chain="ethereum",phase="FOLLOWING"} 25');
  expect(text).toContain('wallet_data_ledger_stale_wallets 1');
  expect(text).toMatch(/wallet_data_ledger_stale_seconds 36\d\d/);
  expect(text).toMatch(/wallet_data_database_connections\{state="waiting"\} 0/);
  // Nobody has counted prices in this process: not 0, but nothing.
  expect(text).not.toMatch(/^wallet_data_price_coverage_ratio /m);
});
