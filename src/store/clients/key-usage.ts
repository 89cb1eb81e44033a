/**
 * What each API key, each member and the guests of each client have used, shared by all processes: a bucket of units that fills steadily, and counts per UTC day and
 * month. A process takes units in pieces and spends them by itself, so that most requests cost no statement.
 */
import type { Database } from '../connection/database.ts';
import { outsideRequests } from '../connection/request-scope.ts';
import { queryRows } from '../connection/sql.ts';

export interface BucketRequest {
  keyId: string;
  /** Units that the bucket gains in a second, and holds at most. */
  perSecond: number;
  burst: number;
  /** Nothing is granted while there are fewer than these; 0: only `spent` is to be counted. */
  needed: number;
  /** Granted when there are so many, else what there is. */
  wanted: number;
  /** Units spent since the last request, for the quotas. */
  spent: number;
  /** Units used without having been there; taken off the bucket before anything is granted. */
  owed: number;
  /** What the bucket may lack at most. */
  maximumDebt: number;
}

export interface BucketGrant {
  granted: number;
  /** Whole units left in the bucket; below 0: owed. */
  left: number;
  /** Units that the key has spent in all processes this UTC day and month, as far as they have told. */
  dayUnits: number;
  monthUnits: number;
}

/**
 * The bucket is kept as one moment: when it would be full again (the generic cell rate algorithm). The clock is the database's,
 * which all processes share. `locked` locks the row, so that two processes take one after the other.
 */
const takeStatement = `
WITH locked AS (
  SELECT key_id, moment, full_at, day, day_units, month, month_units
  FROM key_usage, (SELECT clock_timestamp() AS moment) clock
  WHERE key_id = $1
  FOR UPDATE OF key_usage
), held AS (
  SELECT key_id, moment, (moment AT TIME ZONE 'UTC')::date AS today,
    date_trunc('month', moment AT TIME ZONE 'UTC')::date AS this_month, day, day_units, month, month_units,
    least(greatest(full_at, moment) + make_interval(secs => $7::float8 / $2::float8),
      moment + make_interval(secs => ($3::float8 + $8::float8) / $2::float8)) AS full_at
  FROM locked
), levels AS (
  SELECT *, floor($3::float8 - extract(epoch FROM full_at - moment)::float8 * $2::float8 + 1e-6) AS available FROM held
), decided AS (
  SELECT *, CASE WHEN available > 0 AND available >= $4::float8 THEN least(available, $5::float8) ELSE 0 END AS granted
  FROM levels
)
UPDATE key_usage SET
  full_at = decided.full_at + make_interval(secs => decided.granted / $2::float8),
  day = today, day_units = CASE WHEN decided.day = today THEN decided.day_units ELSE 0 END + $6::bigint,
  month = this_month,
  month_units = CASE WHEN decided.month = this_month THEN decided.month_units ELSE 0 END + $6::bigint
FROM decided WHERE key_usage.key_id = decided.key_id
RETURNING granted::bigint, (available - granted)::bigint, key_usage.day_units, key_usage.month_units`;

/** Takes units out of a key's bucket and counts what it has spent. */
export function takeUnits(database: Database, request: BucketRequest): Promise<BucketGrant> {
  // Of all requests that wait for it, and so in no one's turn.
  return outsideRequests(() => takeNow(database, request));
}

async function takeNow(database: Database, request: BucketRequest): Promise<BucketGrant> {
  const { keyId, perSecond, burst, needed, wanted, spent, owed, maximumDebt } = request;
  const values = [keyId, perSecond, burst, needed, Math.max(needed, wanted), spent, owed, maximumDebt];
  const take = () =>
    queryRows(database.pool, takeStatement, values, (row) => ({
      granted: row.integer(),
      left: row.integer(),
      dayUnits: row.integer(),
      monthUnits: row.integer(),
    }));
  const [grant] = await take();
  if (grant !== undefined) return grant;
  await startUsage(database, keyId);
  const [first] = await take();
  if (first === undefined) throw new Error(`the API key ${keyId} is gone`);
  return first;
}

async function startUsage(database: Database, keyId: string): Promise<void> {
  // A key or a member that was deleted meanwhile has no use to count.
  await database.pool.query(
    `INSERT INTO key_usage (key_id) SELECT $1::text
     WHERE EXISTS (SELECT 1 FROM api_key WHERE id = $1) OR EXISTS (SELECT 1 FROM member WHERE 'mem_' || id = $1)
       OR EXISTS (SELECT 1 FROM client WHERE 'guests_' || id = $1)
     ON CONFLICT DO NOTHING`,
    [keyId],
  );
}
