/** A backup while others write, restored elsewhere: the rows of one moment, the key, and numbers that go on. */
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { upsertBlockchains } from '../../../src/store/lookups/lookup-writes.ts';
import { findTables } from '../../../src/store/schema/backup.ts';
import { ensureSyncRows } from '../../../src/store/sync/registrations.ts';
import { runInProcess } from '../../support/command.ts';
import { createDatabase, makeDataDirectory } from '../../support/postgres.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let directory: string;
let elsewhere: Awaited<ReturnType<typeof createDatabase>>;
const key = 'a1'.repeat(32);
beforeAll(async () => {
  directory = await makeDataDirectory();
  elsewhere = await createDatabase('template0');
  await writeFile(join(directory, 'secret.key'), `${key}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await elsewhere.drop();
  await rm(directory, { recursive: true });
});

const run = (commandLine: readonly string[], url: string, dataDir = directory) =>
  runInProcess(commandLine, { DATABASE_URL: url, DATA_DIR: dataDir });

/** Every row of every table as text, in the order of that text. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: Record<string, string[]> = {};
    for (const { table } of await findTables(client)) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT one::text AS text FROM "${table}" one ORDER BY 1`,
      );
      found[table] = rows.map(({ text }) => text);
    }
    return found;
  } finally {
    await client.end();
  }
}

const insertPair = (first: number) =>
  db.database.pool.query(
    `INSERT INTO wallet (address) VALUES ('0x' || lpad($1, 40, '0')), ('0x' || lpad($2, 40, '0'))`,
    [String(first), String(first + 1)],
  );

test('rows of one moment are restored elsewhere with the key, and numbers go on behind them', async () => {
  const database = db.database;
  const { pool } = database;
  const { url } = db;
  await ensureClient(database, 'with \\ tab\t and\nlines');
  const chain = { chainId: 1, name: 'Ethereum', slug: 'ethereum', symbol: 'ETH', imageUrl: '\\.' };
  await upsertBlockchains(database, [{ ...chain, nativeDecimals: 18, enabled: true, disabledReason: null }]);
  await insertPair(1);
  await ensureSyncRows(database, [{ chainId: 1, fromBlock: 7 }]);
  // A column that the database computes.
  await pool.query(
    "INSERT INTO sync (wallet_id, chain_id, phase, from_block, synced_block, follows, next_run_at) SELECT id, 1, 'FOLLOWING', 7, 9, true, now() FROM wallet",
  );
  const before = await rowsOf(url);

  // Somebody writes two wallets at a time, all the while.
  let isDone = false;
  let pairs = 0;
  const writing = (async () => {
    for (let first = 3; !isDone; first += 2) {
      await insertPair(first);
      pairs += 1;
    }
  })();
  const file = join(directory, 'copy.backup');
  await expect.poll(() => pairs).toBeGreaterThan(0);
  expect(await run(['backup', file], url)).toMatchObject({ code: 0, stderr: '' });
  isDone = true;
  await writing;

  const otherDirectory = join(directory, 'other');
  const restored = await run(['restore', file, '--json'], elsewhere.url, otherDirectory);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ applied: [], secretKey: true });
  expect(await readFile(join(otherDirectory, 'secret.key'), 'utf8')).toBe(`${key}\n`);
  const after = await rowsOf(elsewhere.url);
  const { wallet: wallets = [], ...others } = after;
  const { wallet: _, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  expect(others.sync?.some((row) => row.includes('FOLLOWING'))).toBe(true);
  // Of each pair both or none.
  expect(wallets.length % 2).toBe(0);
  expect(wallets.length).toBeGreaterThanOrEqual(4);

  const client = new pg.Client({ connectionString: elsewhere.url });
  await client.connect();
  const { rows } = await client.query<{ id: number; last: number }>(
    `INSERT INTO wallet (address) VALUES ('0x${'f'.repeat(40)}') RETURNING id, (SELECT max(id) FROM wallet) AS last`,
  );
  await client.end();
  expect(rows[0]?.id).toBeGreaterThan(Number(rows[0]?.last));

  expect(await run(['restore', file], url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database is not empty'),
  });
});

test('what is cut off, or no backup, restores nothing', async () => {
  const fresh = await createDatabase('template0');
  try {
    const file = join(directory, 'cut.backup');
    expect(await run(['backup', file, '--without-key'], db.url)).toMatchObject({ code: 0 });
    const { length } = await readFile(file);
    await truncate(file, length - 40);
    const failed = { code: 1, stderr: expect.stringContaining('cut off or damaged') };
    expect(await run(['restore', file], fresh.url)).toMatchObject(failed);
    expect((await rowsOf(fresh.url)).wallet).toEqual([]);
    await writeFile(file, 'nothing');
    expect(await run(['restore', file], elsewhere.url)).toMatchObject(failed);
    expect(await run(['restore', join(directory, 'none')], fresh.url)).toMatchObject({ code: 2 });
  } finally {
    await fresh.drop();
  }
});
