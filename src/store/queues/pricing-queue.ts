/**
 * Which wallets are to be priced, and when: those whose rows have changed, now; those of which something could not be priced, when
 * it is worth asking again. A wallet that lacks nothing is not in it. Who changes rows puts it in, in the same transaction, so that
 * nothing is missed whoever listens, and nobody has to look through all wallets.
 */
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';

type Queryable = Parameters<typeof queryRows>[0];

/** Says, in the transaction that changes them, that rows of wallets are to be priced. */
export async function queuePricing(client: Queryable, walletIds: readonly number[]): Promise<void> {
  if (walletIds.length === 0) return;
  await client.query(
    `INSERT INTO pricing_queue (wallet_id, due_at, is_changed) SELECT DISTINCT wallet_id, clock_timestamp(), true
     FROM unnest($1::int[]) wallet_id ORDER BY wallet_id
     ON CONFLICT (wallet_id) DO UPDATE SET due_at = excluded.due_at, is_changed = true`,
    [walletIds],
  );
}

/**
 * The same of every wallet that is loaded, after those that have changed: of all, something may have a price by now. One that is
 * being priced meanwhile is due again.
 */
export async function queueAllPricing(client: Queryable): Promise<void> {
  await client.query(
    `INSERT INTO pricing_queue (wallet_id, due_at) SELECT DISTINCT wallet_id, clock_timestamp() FROM sync ORDER BY wallet_id
     ON CONFLICT (wallet_id) DO UPDATE SET due_at = excluded.due_at`,
    [],
  );
}

export interface QueuedWallet {
  readonly walletId: number;
  /** Another one is in the queue when the wallet has changed since. */
  readonly mark: string;
}

/** What is due: first what has changed, then what waits for an answer, each the longest waiting first. */
export async function duePricing(database: Database, limit: number): Promise<QueuedWallet[]> {
  return queryRows(
    database.pool,
    `(SELECT wallet_id, due_at::text FROM pricing_queue WHERE is_changed ORDER BY due_at LIMIT $1)
     UNION ALL
     (SELECT wallet_id, due_at::text FROM pricing_queue WHERE NOT is_changed AND due_at <= clock_timestamp()
      ORDER BY due_at LIMIT $1) LIMIT $1`,
    [limit],
    (row) => ({ walletId: row.integer(), mark: row.text() }),
  );
}

/** In how many milliseconds something is due; Infinity: the queue is empty. */
export async function nextPricingInMs(database: Database): Promise<number> {
  const [next] = await queryRows(
    database.pool,
    `SELECT ceil(extract(epoch FROM least(
       (SELECT due_at FROM pricing_queue WHERE is_changed ORDER BY due_at LIMIT 1),
       (SELECT due_at FROM pricing_queue WHERE NOT is_changed ORDER BY due_at LIMIT 1)) - clock_timestamp()) * 1000)::bigint`,
    [],
    (row) => row.integerOrNull(),
  );
  return next == null ? Number.POSITIVE_INFINITY : Math.max(0, next);
}

/** A wallet that was priced waits until something more can be asked (Infinity: no more), unless it has changed meanwhile. */
export async function settlePricing(
  database: Database,
  { walletId, mark }: QueuedWallet,
  retryInMs: number,
): Promise<void> {
  await database.transaction((client) =>
    retryInMs === Number.POSITIVE_INFINITY
      ? client.query('DELETE FROM pricing_queue WHERE wallet_id = $1 AND due_at = $2::timestamptz', [
          walletId,
          mark,
        ])
      : client.query(
          `UPDATE pricing_queue SET due_at = clock_timestamp() + $3 * interval '1 millisecond', is_changed = false
           WHERE wallet_id = $1 AND due_at = $2::timestamptz`,
          [walletId, mark, retryInMs],
        ),
  );
}
