/**
 * Rank checkpoints: every 1,000th item of a (wallet, chain) with how many stand up to it, so that rank-search.ts finds the
 * item of any rank after a short skip. They are kept per chain: a chain that is added later, or rolled back, disturbs no other.
 */
import type pg from 'pg';

/** Items between two checkpoints: a page by number skips about this many, an unlimited history stores one row for each. */
export const checkpointSpacing = 1_000;

export const itemTables = ['transaction', 'transfer'] as const;
export type ItemTable = (typeof itemTables)[number];

interface Place {
  walletId: number;
  chainId: number;
}

/** How each table says that a row is spam. */
export const spamConditionOf = {
  transfer: 'spam_reason IS NOT NULL',
  transaction: 'is_spam',
} as const satisfies Record<ItemTable, string>;

/**
 * Makes the checkpoints of a chain right again after its rows changed at `from` or beyond. It reads the rows from the
 * checkpoint before `from` on: for rows at the end of a history, at most 1,000 more than came.
 */
export async function refreshCheckpoints(
  client: pg.PoolClient,
  at: Place,
  table: ItemTable,
  from: string,
): Promise<void> {
  const own = 'wallet_id = $1 AND chain_id = $2';
  await client.query(`DELETE FROM ${table}_checkpoint WHERE ${own} AND position >= $3`, [
    at.walletId,
    at.chainId,
    from,
  ]);
  await client.query(
    `WITH base AS MATERIALIZED (
       SELECT coalesce(max(position), '') AS position, coalesce(max(ordinal), 0) AS ordinal,
         coalesce(max(spam_ordinal), 0) AS spam_ordinal
       FROM ${table}_checkpoint WHERE ${own})
     INSERT INTO ${table}_checkpoint (wallet_id, chain_id, position, ordinal, spam_ordinal)
     SELECT $1, $2, position, ordinal, spam_ordinal
     FROM (
       SELECT position, (SELECT ordinal FROM base) + row_number() OVER place AS ordinal,
         (SELECT spam_ordinal FROM base) + count(*) FILTER (WHERE ${spamConditionOf[table]}) OVER place AS spam_ordinal
       FROM ${table} WHERE ${own} AND position > (SELECT position FROM base)
       WINDOW place AS (ORDER BY position)) ranked
     WHERE ordinal % ${checkpointSpacing} = 0`,
    [at.walletId, at.chainId],
  );
}
