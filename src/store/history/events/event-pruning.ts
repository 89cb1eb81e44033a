/** The end of events that are kept no longer. */
import { isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';

/** How long whoever follows a wallet may be away. */
export const eventsKeptMs = 30 * 86_400_000;

/** Deleted by one statement. */
const prunedAtOnce = 5_000;

/**
 * Deletes the events of before a moment, in batches, but the last of each wallet: by it a reader sees that it has missed some.
 * Answers how many.
 */
export async function pruneEvents(database: Database, olderThan: Date): Promise<number> {
  if (isSpread(database.pool)) return pruneApart(database, olderThan);
  let from = '-infinity';
  for (let pruned = 0; ; ) {
    const [batch] = await queryRows(
      database.pool,
      `WITH pruned AS (
         DELETE FROM wallet_event USING (
           SELECT old.wallet_id, old.sequence FROM wallet_event old JOIN ledger_input USING (wallet_id)
           WHERE old.at >= $1::timestamptz AND old.at < $2 AND old.sequence < ledger_input.last_event
           ORDER BY old.at LIMIT ${prunedAtOnce}) old
         WHERE wallet_event.wallet_id = old.wallet_id AND wallet_event.sequence = old.sequence RETURNING wallet_event.at)
       SELECT count(*), max(at) FROM pruned`,
      [from, olderThan],
      (row) => ({ count: row.integer(), latest: row.textOrNull() }),
    );
    pruned += batch?.count ?? 0;
    if (batch === undefined || batch.latest === null || batch.count < prunedAtOnce) return pruned;
    // Those that stay are not looked at again.
    from = batch.latest;
  }
}

/** The same on a cluster: all nodes are asked at once, and each wallet's events deleted by themselves. */
async function pruneApart(database: Database, olderThan: Date): Promise<number> {
  for (let pruned = 0; ; ) {
    const found = await queryRows(
      database.pool,
      `SELECT old.wallet_id, old.sequence FROM wallet_event old JOIN ledger_input USING (wallet_id)
       WHERE old.at < $1 AND old.sequence < ledger_input.last_event ORDER BY old.at LIMIT ${prunedAtOnce}`,
      [olderThan],
      (row) => ({ walletId: row.integer(), sequence: row.bigint() }),
    );
    for (const [walletId, own] of Map.groupBy(found, (event) => event.walletId)) {
      await database.pool.query(
        'DELETE FROM wallet_event WHERE wallet_id = $1 AND sequence = ANY($2::bigint[])',
        [walletId, own.map(({ sequence }) => sequence)],
      );
    }
    pruned += found.length;
    if (found.length < prunedAtOnce) return pruned;
  }
}
