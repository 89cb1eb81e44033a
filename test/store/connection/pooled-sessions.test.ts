/** The database behind poolers: what they take away is noticed at the start, and the rest works. */
import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { notify } from '../../../src/store/connection/channels.ts';
import { type DatabaseOptions, openDatabase } from '../../../src/store/connection/database.ts';
import { sessionWarnings } from '../../../src/store/connection/session.ts';
import { emptyOutput, writeLedgerOutput } from '../../../src/store/ledger/ledger-writes.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { createDatabase } from '../../support/postgres.ts';
import { type PoolerOptions, startPooler } from '../../support/transaction-pooler.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options: Partial<DatabaseOptions> = {}, pooling?: PoolerOptions) {
  const { url, drop } = await createDatabase();
  cleanUps.push(drop);
  const direct = await openDatabase({ url, maximumConnections: 2 });
  cleanUps.push(direct.close);
  if (pooling === undefined) return { direct, database: direct, url };
  const pooler = await startPooler(url, pooling);
  cleanUps.push(pooler.close);
  const database = await openDatabase({ url: pooler.url, maximumConnections: 4, ...options });
  cleanUps.push(database.close);
  return { direct, database, url };
}

const allSettings = [
  'random_page_cost = 1.1',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  'statement_timeout = 30000',
  'idle_in_transaction_session_timeout = 10000',
];

describe('what connections keep', () => {
  test('of a server itself: everything', async () => {
    const { database } = await open();
    expect(database.session).toEqual({
      ...{ isKept: true, isReadOnly: false, isSpread: false, missingSettings: [] },
    });
    expect(sessionWarnings(database.session)).toEqual([]);
  });

  test.each([1, 2, 20])(
    'of a pooler that lends %i connections for a transaction: nothing',
    async (poolSize) => {
      const { database } = await open({}, { poolSize });
      expect(database.session.isKept).toBe(false);
    },
  );

  test('of a pooler that lends them for as long as a client stays: the session', async () => {
    const { database, direct } = await open({}, { mode: 'session' });
    expect(database.session.isKept).toBe(true);
    const heard: string[] = [];
    await database.listen('wallet_changed', (payload) => heard.push(payload));
    await notify(direct.pool, 'wallet_changed', '7');
    await expect.poll(() => heard).toEqual(['7']);
  });

  test('settings that a pooler ignores are named', async () => {
    const { database } = await open({}, { ignoresOptions: true });
    expect(database.session.missingSettings).toEqual(allSettings);
    const [lost, missing] = sessionWarnings(database.session);
    expect(lost).toContain('pool_mode = transaction');
    expect(missing).toContain('ALTER ROLE CURRENT_USER SET statement_timeout = 30000;');
  });

  test('a pooler that refuses the settings is used without them', async () => {
    const { database } = await open({}, { ignoresOptions: false });
    expect(database.session.missingSettings).toEqual(allSettings);
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('settings of the role stand for those of the connection, time-outs of any length', async () => {
    const { url, drop } = await createDatabase();
    cleanUps.push(drop);
    const direct = await openDatabase({ url, maximumConnections: 1 });
    const name = new URL(url).pathname.slice(1);
    const settings = [
      ...['random_page_cost = 1.1', 'jit = off', 'max_parallel_workers_per_gather = 0'],
      "statement_timeout = '45s'",
    ];
    for (const setting of settings) await direct.pool.query(`ALTER DATABASE ${name} SET ${setting}`);
    await direct.close();
    const pooler = await startPooler(url);
    cleanUps.push(pooler.close);
    const database = await openDatabase({ url: pooler.url, maximumConnections: 2 });
    cleanUps.push(database.close);
    expect(database.session.missingSettings).toEqual(['idle_in_transaction_session_timeout = 10000']);
  });
});

test('where nothing can be heard, everyone is told again and again that something may have changed', async () => {
  const { database } = await open({ pollMs: 20 }, {});
  const heard: string[] = [];
  const stop = await database.listen('wallet_changed', (payload) => heard.push(`sync '${payload}'`));
  await database.listen('labels_changed', (payload) => heard.push(`labels '${payload}'`));
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(4);
  expect(new Set(heard)).toEqual(new Set(["sync ''", "labels ''"]));
  await stop();
  heard.length = 0;
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
  expect(new Set(heard)).toEqual(new Set(["labels ''"]));
});

test('a time-out that is lifted for one transaction stays with it, on whatever connection the next one is', async () => {
  const { database } = await open({}, { poolSize: 1 });
  await database.pool.query("SET statement_timeout = '1h'");
  await database.pool.query(
    `INSERT INTO ledger_run (id, client_id, wallet_ids, settings) SELECT 1, 1, '{1}', '{}'`,
  );
  await writeLedgerOutput(database, { id: 1n, walletIdOf: () => 1 }, emptyOutput());
  expect((await database.pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '1h' }]);
});

test.each([1, 20])(
  'migrations run through a pooler that lends %i connections for a transaction',
  async (poolSize) => {
    const { url, drop } = await createDatabase('template0');
    cleanUps.push(drop);
    const pooler = await startPooler(url, { poolSize });
    cleanUps.push(pooler.close);
    const names = (await readdir('prisma/migrations', { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
    expect(await migrateDatabase(pooler.url)).toEqual({ applied: names });
    expect(await migrateDatabase(pooler.url)).toEqual({ applied: [] });
  },
);
