/** The end of events that are kept no longer. */
import { isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, withTransaction } from '../../connection/sql.ts';

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

/**
 * Deletes what clients were told of their own before a moment, in batches. How far that goes is noted with it: by it a reader sees that
 * it has missed some. Answers how many.
 */
export async function pruneClientEvents(database: Database, olderThan: Date): Promise<number> {
  if (isSpread(database.pool)) return pruneOwnApart(database, olderThan);
  for (let pruned = 0; ; ) {
    const [count = 0] = await queryRows(
      database.pool,
      `WITH old AS (
         SELECT wallet_id, client_id, told_to FROM client_event WHERE at < $1 ORDER BY at LIMIT ${prunedAtOnce}
       ), held AS (
         -- In the order of all who append to several.
         SELECT wallet_id, client_id FROM client_log WHERE (wallet_id, client_id) IN (SELECT wallet_id, client_id FROM old)
         ORDER BY wallet_id, client_id FOR UPDATE
       ), noted AS (
         UPDATE client_log log SET gone_to = greatest(log.gone_to, last.told_to)
         FROM (SELECT wallet_id, client_id, max(old.told_to) AS told_to FROM old JOIN held USING (wallet_id, client_id) GROUP BY 1, 2) last
         WHERE log.wallet_id = last.wallet_id AND log.client_id = last.client_id
       ), pruned AS (
         DELETE FROM client_event own USING old
         WHERE own.wallet_id = old.wallet_id AND own.client_id = old.client_id AND own.told_to = old.told_to RETURNING 1)
       SELECT count(*) FROM pruned`,
      [olderThan],
      (row) => row.integer(),
    );
    pruned += count;
    if (count < prunedAtOnce) return pruned;
  }
}

/** The same on a cluster: all nodes are asked at once, and each client's events of a wallet deleted by themselves. */
async function pruneOwnApart(database: Database, olderThan: Date): Promise<number> {
  for (let pruned = 0; ; ) {
    const found = await queryRows(
      database.pool,
      `SELECT wallet_id, client_id, told_to FROM client_event WHERE at < $1 ORDER BY at LIMIT ${prunedAtOnce}`,
      [olderThan],
      (row) => ({ walletId: row.integer(), clientId: row.integer(), toldTo: row.bigint() }),
    );
    for (const own of Map.groupBy(found, ({ walletId, clientId }) => `${walletId}:${clientId}`).values()) {
      const [{ walletId, clientId } = { walletId: 0, clientId: 0 }] = own;
      const values = [walletId, clientId, own.map(({ toldTo }) => toldTo)];
      await withTransaction(database.pool, async (client) => {
        await client.query(
          `UPDATE client_log SET gone_to = greatest(gone_to, (SELECT max(place) FROM unnest($3::bigint[]) place))
           WHERE wallet_id = $1 AND client_id = $2`,
          values,
        );
        await client.query(
          'DELETE FROM client_event WHERE wallet_id = $1 AND client_id = $2 AND told_to = ANY($3::bigint[])',
          values,
        );
      });
    }
    pruned += found.length;
    if (found.length < prunedAtOnce) return pruned;
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
