/** What the metrics say, and that their labels stay few whatever clients send. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ledgerVersion } from '../../src/domain/accounting/snapshot.ts';
import { createRoundMetrics } from '../../src/http/metrics/machine-metrics.ts';
import { createServiceMetrics, type ServiceFigures } from '../../src/http/metrics/service-metrics.ts';
import { createSourceMetrics } from '../../src/http/metrics/source-metrics.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { withTransaction } from '../../src/store/connection/sql.ts';
import { noteLedgerChange } from '../../src/store/history/ledger-changes.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { notePricesLost } from '../../src/store/prices/price-changes.ts';
import { readFigures } from '../../src/store/sync/progress-figures.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

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

const nothing: ServiceFigures = {
  chains: [],
  staleLedgers: { wallets: 0, seconds: 0 },
  duePricing: { wallets: 0, seconds: 0 },
  lanes: { retrying: 0, paused: 0 },
  clockAheadSeconds: 0,
};

test('what waits for prices, webhooks that stand still, and the clock of the database', async () => {
  const { pool } = api.database;
  const { rows } = await pool.query('SELECT id FROM wallet ORDER BY id LIMIT 2');
  const [first, second] = rows.map(({ id }) => id);
  await pool.query('DELETE FROM pricing_queue');
  await pool.query(
    `INSERT INTO pricing_queue (wallet_id, due_at) VALUES ($1, now() - interval '10 minutes'), ($2, now() + interval '1 hour')`,
    [first, second],
  );
  const lanes = `INSERT INTO webhook_lane (endpoint_id, wallet_id, client_id, cursor, told_before, previous, attempts, retry_at, paused_at) VALUES
    (1, 1, 1, 0, 0, 0, 0, NULL, NULL), (1, 2, 1, 0, 0, 0, 3, now(), NULL), (1, 3, 1, 0, 0, 0, 9, NULL, now()), (1, 4, 1, 0, 0, 0, 9, NULL, now())`;
  await withTransaction(pool, async (client) => {
    // Without the endpoints that they belong to.
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query(lanes);
  });
  onTestFinished(() => pool.query('DELETE FROM webhook_lane').then(() => {}));
  const { duePricing, lanes: stopped, clockAheadSeconds } = await readFigures(api.database);
  // The other is due in an hour.
  expect(duePricing.wallets).toBe(1);
  expect(duePricing.seconds).toBeGreaterThanOrEqual(600);
  expect(stopped).toEqual({ retrying: 1, paused: 2 });
  // It runs on this machine.
  expect(Math.abs(clockAheadSeconds)).toBeLessThan(1);
});

test('a source is down from its first silence on, and its last answer grows old', async () => {
  const registry = new Registry();
  let seconds = 1_000;
  const metrics = createSourceMetrics(registry, { now: () => seconds * 1000, elapsed: () => seconds * 1000 });
  const node = { chain: 'ethereum', source: 'node.example' };
  const backup = { chain: 'ethereum', source: 'backup.example' };
  metrics.recordSource({ ...node, isAnswered: true });
  metrics.recordSource({ ...backup, isAnswered: false });
  metrics.recordPriceSource({ source: 'coingecko', isAnswered: true });
  metrics.recordHead({ chain: 'ethereum', timestamp: 990 });
  // An older head of another node.
  metrics.recordHead({ chain: 'ethereum', timestamp: 950 });
  seconds = 1_300;
  metrics.recordSource({ ...node, isAnswered: false });
  metrics.recordPriceSource({ source: 'coingecko', isAnswered: false });
  const text = await registry.metrics();
  for (const line of [
    'wallet_data_source_up{chain="ethereum",source="node.example"} 0',
    'wallet_data_source_success_age_seconds{chain="ethereum",source="node.example"} 300',
    // It has never answered: since it was asked first.
    'wallet_data_source_success_age_seconds{chain="ethereum",source="backup.example"} 300',
    'wallet_data_price_source_up{source="coingecko"} 0',
    'wallet_data_price_source_success_age_seconds{source="coingecko"} 300',
    // 1,300 − 990.
    'wallet_data_chain_head_age_seconds{chain="ethereum"} 310',
  ])
    expect(text).toContain(line);
  metrics.recordSource({ ...node, isAnswered: true });
  expect(await registry.metrics()).toMatch(/source_up\{chain="ethereum",source="node\.example"\} 1/);
});

test('a round that hangs grows old, while those of other loops come and go', async () => {
  const registry = new Registry();
  let seconds = 100;
  const { recordRound } = createRoundMetrics(registry, () => seconds * 1000);
  const [hanging, quick, other] = [{}, {}, {}];
  recordRound({ job: 'following', round: hanging, isUnderWay: true });
  recordRound({ job: 'loading', round: quick, isUnderWay: true });
  seconds = 160;
  recordRound({ job: 'following', round: other, isUnderWay: true });
  recordRound({ job: 'following', round: other, isUnderWay: false });
  recordRound({ job: 'loading', round: quick, isUnderWay: false });
  seconds = 400;
  const text = await registry.metrics();
  // 400 − 100, although another round of that loop has ended since.
  expect(text).toContain('wallet_data_worker_round_seconds{loop="following"} 300');
  expect(text).toContain('wallet_data_worker_round_seconds{loop="loading"} 0');
  recordRound({ job: 'following', round: hanging, isUnderWay: false });
  expect(await registry.metrics()).toContain('wallet_data_worker_round_seconds{loop="following"} 0');
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
  answer.resolve({ ...nothing, staleLedgers: { wallets: 3, seconds: 40 } });
  expect(await first).toContain('wallet_data_ledger_stale_wallets 3');
  expect(await second).toContain('wallet_data_ledger_stale_wallets 3');
  expect(asked).toBe(1);
  // It took two seconds: until 2 + 50 × 2 = 102.
  answer = Promise.withResolvers();
  expect(await scrapeAt(102_000)).toContain('wallet_data_ledger_stale_wallets 3');
  answer.resolve({ ...nothing, staleLedgers: { wallets: 4, seconds: 40 } });
  expect(await scrapeAt(102_001)).toContain('wallet_data_ledger_stale_wallets 4');
  expect(asked).toBe(2);
});
