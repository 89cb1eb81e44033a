/** What the metrics say, and that their labels stay few whatever clients send. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ledgerVersion } from '../../src/domain/accounting/snapshot.ts';
import { createServiceMetrics, type ServiceFigures } from '../../src/http/metrics/service-metrics.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { withTransaction } from '../../src/store/connection/sql.ts';
import { noteLedgerChange } from '../../src/store/history/ledger-changes.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { notePricesLost } from '../../src/store/prices/price-changes.ts';
import { readFigures } from '../../src/store/sync/progress-figures.ts';
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

/** A ledger booked an hour ago of all that there was. */
async function bookLedger(client: number, runId: number, walletId: number): Promise<void> {
  const { pool } = api.database;
  await pool.query(
    `INSERT INTO ledger_run (id, client_id, wallet_ids, settings, engine_version)
     VALUES ($2, $1, ARRAY[$3::int], '{"ownTransfers": "carry", "receiptTokens": "carry", "liquidityTokens": "realize", "deposits": "carry"}', $4)`,
    [client, runId, walletId, ledgerVersion],
  );
  await pool.query(
    `INSERT INTO ledger_wallet (client_id, wallet_id, run_id, run_ids, state_run_ids, input_version, price_version, as_of)
     VALUES ($1, $3, $2, ARRAY[$2::bigint], ARRAY[$2::bigint], coalesce((SELECT version FROM ledger_input
       WHERE wallet_id = $3), 0), 0, now() - interval '1 hour')`,
    [client, runId, walletId],
  );
}

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
  // The first was never booked; the second was, under the rules and settings of today.
  const { pool } = database;
  await pool.query(`UPDATE registration SET created_at = now() - interval '2 hours' WHERE wallet_id = $1`, [
    first,
  ]);
  await bookLedger(clientId, 1, second);
  api.metrics.watchDatabase({
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    figures: () => readFigures(database),
  });
  const text = await metrics();
  expect(text).toContain('wallet_data_sync_wallets{chain="ethereum",phase="FOLLOWING"} 2');
  // 100 − 75: the one that is furthest behind.
  expect(text).toContain('wallet_data_sync_blocks_behind{chain="ethereum",phase="FOLLOWING"} 25');
  expect(text).toContain('wallet_data_ledger_stale_wallets 1');
  // Two hours since it was registered.
  expect(text).toMatch(/wallet_data_ledger_stale_seconds 72\d\d/);
  expect(text).toMatch(/wallet_data_database_connections\{state="waiting"\} 0/);
  // Nobody has counted prices in this process: not 0, but nothing.
  expect(text).not.toMatch(/^wallet_data_price_coverage_ratio /m);
});

test('a ledger is stale by the condition that the accounting goes by', async () => {
  const { database, clientId } = api;
  const { pool } = database;
  const { rows } = await pool.query('SELECT wallet_id FROM registration WHERE client_id = $1 ORDER BY 1', [
    clientId,
  ]);
  const [first, second] = rows.map((row) => row.wallet_id);
  await bookLedger(clientId, 2, first);
  const stale = async () => (await readFigures(database)).staleLedgers;
  expect(await stale()).toEqual({ wallets: 0, seconds: 0 });

  // Another client's word on the same wallet concerns that client's figures alone.
  const { id: other } = await ensureClient(database, 'other');
  await pool.query('INSERT INTO registration (client_id, wallet_id) VALUES ($1, $2)', [other, second]);
  await bookLedger(other, 3, second);
  await withTransaction(pool, (client) =>
    noteLedgerChange(client, { clientId: other, walletId: second, fromPosition: '' }),
  );
  expect((await stale()).wallets).toBe(1);
  await pool.query('DELETE FROM registration WHERE client_id = $1', [other]);
  expect((await stale()).wallets).toBe(0);

  // Other settings concern all of a client's wallets; a price that was lost, all ledgers.
  await pool.query(`UPDATE client SET settings = '{"ownTransfers": "realize"}' WHERE id = $1`, [clientId]);
  expect((await stale()).wallets).toBe(2);
  await pool.query(`UPDATE client SET settings = '{}' WHERE id = $1`, [clientId]);
  expect((await stale()).wallets).toBe(0);
  await withTransaction(pool, (client) => notePricesLost(client));
  expect((await stale()).wallets).toBe(2);
  expect((await stale()).seconds).toBeGreaterThanOrEqual(3_600);
});

test('counts of all wallets are not begun again while they are under way, and are used for fifty times as long as they took', async () => {
  const registry = new Registry();
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  let asked = 0;
  let answer = Promise.withResolvers<ServiceFigures>();
  createServiceMetrics(registry).watchDatabase({
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    figures() {
      asked += 1;
      return answer.promise;
    },
  });
  const scrapeAt = async (milliseconds: number) => {
    clock.mockReturnValue(milliseconds);
    return registry.metrics();
  };
  const first = scrapeAt(0);
  const second = scrapeAt(2_000);
  answer.resolve({ chains: [], staleLedgers: { wallets: 3, seconds: 40 } });
  expect(await first).toContain('wallet_data_ledger_stale_wallets 3');
  expect(await second).toContain('wallet_data_ledger_stale_wallets 3');
  expect(asked).toBe(1);
  // It took two seconds: until 2 + 50 × 2 = 102.
  answer = Promise.withResolvers();
  expect(await scrapeAt(102_000)).toContain('wallet_data_ledger_stale_wallets 3');
  answer.resolve({ chains: [], staleLedgers: { wallets: 4, seconds: 40 } });
  expect(await scrapeAt(102_001)).toContain('wallet_data_ledger_stale_wallets 4');
  expect(asked).toBe(2);
});
