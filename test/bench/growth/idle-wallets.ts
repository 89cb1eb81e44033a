/**
 * Wallets to which nothing happens, by the hundred thousand: rows like those of one that the service itself has loaded and that follows
 * its chain.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { own } from './statement-counter.ts';

/** When wallets are searched for by themselves, and when their balances are compared: not now, or as in a service that has run for days. */
export type Upkeep = 'none' | 'steady';

/** Adds wallets until there are so many; the first wallet of the database is the pattern. Answers how many were added. */
export async function addIdleWallets(client: pg.Client, count: number): Promise<number> {
  const { rows } = await client.query<{ pattern: number; known: string }>(
    'SELECT min(id) AS pattern, count(*) AS known FROM wallet',
  );
  const [{ pattern, known } = { pattern: 0, known: '0' }] = rows;
  const added = count - Number(known);
  if (added <= 0) return 0;
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMP TABLE added ON COMMIT DROP AS SELECT nextval('wallet_id_seq')::int AS id,
       '0x' || lpad(to_hex(number), 40, '1') AS address FROM generate_series($1::int, $2::int) AS number`,
    [100_000 + Number(known), 100_000 + count - 1],
  );
  await client.query('INSERT INTO wallet (id, address) SELECT id, address FROM added');
  for (const { table, columns } of await tablesOf(client, pattern)) {
    const withId = columns.includes('id') ? `, 'id', nextval('${table}_id_seq')` : '';
    await client.query(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((name) => `made.${name}`).join(', ')}
       FROM ${table} AS pattern, added,
         jsonb_populate_record(pattern, jsonb_build_object('wallet_id', added.id${withId})) AS made
       WHERE pattern.wallet_id = $1`,
      [pattern],
    );
  }
  await client.query('COMMIT');
  return added;
}

/** The tables that have rows of the wallet, with the columns that can be written: what the database computes it computes itself. */
async function tablesOf(client: pg.Client, wallet: number): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS "table", array_agg(quote_ident(column_name) ORDER BY ordinal_position)
       FILTER (WHERE is_generated = 'NEVER') AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     GROUP BY table_name HAVING bool_or(column_name = 'wallet_id')
     ORDER BY table_name <> 'registration', table_name`,
  );
  const found: { table: string; columns: string[] }[] = [];
  for (const row of rows) {
    const { rowCount } = await client.query(`SELECT FROM ${row.table} WHERE wallet_id = $1 LIMIT 1`, [
      wallet,
    ]);
    if (rowCount === 1) found.push(row);
  }
  return found;
}

/**
 * Spreads what is due by itself: evenly over the time that a turn of all wallets takes, which is an hour, or a second per wallet for the
 * searches and four for the comparisons of balances; or so far away that nothing of it is seen.
 */
export async function setUpkeep(client: pg.Client, upkeep: Upkeep): Promise<void> {
  await client.query('UPDATE chain_cursor SET followers = (SELECT count(*) FROM sync WHERE follows)');
  const within = (seconds: number): string =>
    upkeep === 'none'
      ? `now() + interval '1 day'`
      : `now() + random() * greatest(3600, followers * ${seconds}) * interval '1 second'`;
  await client.query(
    `UPDATE sync SET next_run_at = ${within(1)}, reconcile_at = ${within(4)} FROM chain_cursor cursor WHERE cursor.chain_id = sync.chain_id AND follows`,
  );
  await client.query('VACUUM (ANALYZE)');
}

const settleMs = 240_000;

/**
 * Mines blocks until nothing is left to do of what happened before: all of it is final and told so, and ledgers that were replaced are
 * deleted. What that takes is not the idle wallets'.
 */
export async function untilSettled(client: pg.Client, mine: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    await mine();
    const { rowCount } = await client.query(
      `${own} SELECT FROM sync WHERE pending_from IS NOT NULL UNION ALL SELECT FROM ledger_run WHERE superseded_at IS NOT NULL`,
    );
    if (rowCount === 0) return;
    if (performance.now() > deadline) throw new Error('what happened before is not settled in four minutes');
    await delay(500);
  }
}
