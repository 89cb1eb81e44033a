/** How many requests an account with an explorer has sent on a UTC day, of all processes together. */
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';

/**
 * No day is later than tomorrow by the database's clock: a process whose clock runs years ahead would take the days until then from
 * all others.
 */
const latestDay = "(now() AT TIME ZONE 'UTC')::date + 1";
const askedDay = `least($2::date, ${latestDay})`;

/**
 * A row knows one day. A process whose clock is late asks for the day before: that counts for the row's. A row of a day that cannot be
 * yet becomes one of the day that is asked for, with all that was counted.
 */
const takeStatement = `
WITH locked AS (
  SELECT account, CASE WHEN day > ${latestDay} THEN ${askedDay} ELSE greatest(day, ${askedDay}) END AS day,
    CASE WHEN day < ${askedDay} THEN 0 ELSE requests END AS requests
  FROM explorer_usage WHERE account = $1 FOR UPDATE
), decided AS (
  SELECT *, greatest(0, least($4::bigint, $3::bigint - requests)) AS granted FROM locked
)
UPDATE explorer_usage SET day = decided.day, requests = decided.requests + decided.granted
FROM decided WHERE explorer_usage.account = decided.account
RETURNING granted, explorer_usage.requests`;

/**
 * Counts up to `wanted` more requests on the day (`2026-11-23`), as long as they stay within `most`. Answers how many those are, and
 * how many are used by then.
 */
export async function takeRequests(
  database: Database,
  { account, day, most, wanted }: { account: string; day: string; most: number; wanted: number },
): Promise<{ granted: number; used: number }> {
  const take = () =>
    queryRows(database.pool, takeStatement, [account, day, most, wanted], (row) => ({
      granted: row.integer(),
      used: row.integer(),
    }));
  const [answer] = await take();
  if (answer !== undefined) return answer;
  await database.pool.query(
    `INSERT INTO explorer_usage (account, day) VALUES ($1, ${askedDay}) ON CONFLICT DO NOTHING`,
    [account, day],
  );
  const [first] = await take();
  if (first === undefined) throw new Error(`the requests of the account ${account} are not counted`);
  return first;
}

/**
 * How many wallets are followed on these chains, row by row of `sync`, and how many of those had a movement, or were registered,
 * since then.
 */
export async function countLookedAt(
  database: Database,
  { chainIds, activeSince }: { chainIds: readonly number[]; activeSince: Date },
): Promise<{ wallets: number; active: number }> {
  const [counts] = await queryRows(
    database.pool,
    `SELECT count(*), count(*) FILTER (WHERE greatest(last_movement_at, coalesce(loaded_at, created_at)) >= $2)
     FROM sync WHERE chain_id = ANY($1::int[]) AND head_reached_at IS NOT NULL
       AND EXISTS (SELECT 1 FROM registration WHERE registration.wallet_id = sync.wallet_id)`,
    [chainIds, activeSince],
    (row) => ({ wallets: row.integer(), active: row.integer() }),
  );
  return counts ?? { wallets: 0, active: 0 };
}

/** How many registered wallets each of these chains has, by chain id. */
export async function countSyncs(
  database: Database,
  chainIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = await queryRows(
    database.pool,
    `SELECT chain_id, count(*) FROM sync WHERE chain_id = ANY($1::int[])
       AND EXISTS (SELECT 1 FROM registration WHERE registration.wallet_id = sync.wallet_id)
     GROUP BY chain_id`,
    [chainIds],
    (row) => [row.integer(), row.integer()] as const,
  );
  return new Map(counts);
}
