/** What the migrations since the first deployed schema do to rows that are there already. */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { claimReadings } from '../../../src/store/lookups/unread-metadata.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { createDatabase } from '../../support/postgres.ts';

const before = '20261122010000';
const names = (await readdir('prisma/migrations')).filter((name) => /^\d+_/.test(name)).sort();

test('rows of before: wallets are in step until their next poll, errors have a kind, unknown tokens are asked again', async () => {
  const { url, drop } = await createDatabase('template0');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const apply = async (list: readonly string[]): Promise<void> => {
    for (const name of list)
      await client.query(await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8'));
  };
  try {
    await apply(names.filter((name) => name < before));
    await client.query(`
      INSERT INTO wallet (id, address) VALUES (1, '0x${'11'.repeat(20)}'), (2, '0x${'22'.repeat(20)}');
      INSERT INTO sync (wallet_id, chain_id, phase, from_block, loaded_at, next_run_at, error) VALUES
        (1, 1, 'FOLLOWING', 0, now() - interval '1 day', now() + interval '1 hour', NULL),
        (2, 1, 'BACKFILL', 0, NULL, now(), 'no route to host');
      INSERT INTO token (chain_id, address, name, symbol, decimals) VALUES
        (1, '0x${'aa'.repeat(20)}', 'Known', 'KNOWN', 18), (1, '0x${'bb'.repeat(20)}', 'Half', NULL, 18)`);
    await apply(names.filter((name) => name >= before));

    const { rows } = await client.query(
      `SELECT wallet_id, error_kind, head_reached_at = updated_at AS "isReached",
         round(extract(epoch FROM stale_at - next_run_at))::int AS "staleAfterPoll" FROM sync ORDER BY wallet_id`,
    );
    expect(rows).toEqual([
      { wallet_id: 1, error_kind: null, isReached: true, staleAfterPoll: 60 },
      { wallet_id: 2, error_kind: 'source-unavailable', isReached: null, staleAfterPoll: null },
    ]);

    await client.query('UPDATE unread_metadata SET read_at = now()');
    const database = await openDatabase({ url });
    try {
      expect(await claimReadings(database, { chainIds: [1], limit: 10, leaseMs: 1000 })).toEqual([
        {
          ...{ chainId: 1, address: `0x${'bb'.repeat(20)}`, kind: 'token', tokenId: null },
          ...{ outcome: 'refused', lastBlock: null, attempts: 0, streak: 0 },
        },
      ]);
    } finally {
      await database.close();
    }
  } finally {
    await client.end();
    await drop();
  }
});

/** The last migration of the schema that a version was released with; the first is what was deployed first of all. */
const released = [
  ['the first schema', '20261121000000_initial'],
  ['1.1', '20261122080000_ledger_fees'],
  ['1.2', '20261123110000_yield'],
  ['1.3', '20261124300000_chain_cursor'],
] as const;

/** All columns, constraints and indexes of a database, as PostgreSQL describes them. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' ||
       coalesce(pg_get_expr(adbin, adrelid), '') AS text
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r' AND relnamespace = 'public'::regnamespace
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ text }) => text);
}

async function inNewDatabase<Result>(
  use: (url: string, client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { url, drop } = await createDatabase('template0');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(url, client);
  } finally {
    await client.end();
    await drop();
  }
}

test('from every released schema to that of today: the same schema as a new database has, and the wallets are kept', async () => {
  const today = await inNewDatabase(async (url, client) => {
    await migrateDatabase(url);
    return schemaOf(client);
  });
  expect(today.length).toBeGreaterThan(300);
  // Migrations are applied one by one, each for itself: one database that stops at every release stands for one of each.
  await inNewDatabase(async (url, client) => {
    for (const [index, [version, last]] of released.entries()) {
      expect((await migrateDatabase(url, { last })).applied.at(-1)).toBe(last);
      // The connection of an old version stays, and writes.
      await client.query(`INSERT INTO wallet (address) VALUES ('0x${'11'.repeat(19)}0${index}')`);
      expect(await schemaOf(client), version).not.toEqual(today);
    }
    await migrateDatabase(url);
    expect(await schemaOf(client)).toEqual(today);
    expect((await client.query('SELECT address FROM wallet')).rows).toHaveLength(released.length);
  });
});
