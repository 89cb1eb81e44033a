/**
 * Rank checkpoints: every 1,000th item of a (wallet, chain) with how many stand up to it, so that rank-search.ts finds the
 * item of any rank after a short skip. They are kept per chain: a chain that is added later, or rolled back, disturbs no other.
 */
import type pg from 'pg';
import { besideAnchor, isSpread } from '../cluster/wallet-statements.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';

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

/** Rows of a history that one statement reads: some tenths of a second. */
export const rowsAtOnce = 50_000;

/** How many rows, and how many of them spam, stand up to a position. */
interface Rank {
  position: string;
  ordinal: number;
  spamOrdinal: number;
}

/**
 * Makes the checkpoints of a chain right again after its rows changed at `from` or beyond. It reads the rows from the
 * checkpoint before `from` on, a piece at a time: for rows at the end of a history, at most 1,000 more than came.
 */
export async function refreshCheckpoints(
  client: pg.PoolClient,
  at: Place,
  table: ItemTable,
  from: string,
  pieceRows = rowsAtOnce,
): Promise<void> {
  await client.query(
    `DELETE FROM ${table}_checkpoint WHERE wallet_id = $1 AND chain_id = $2 AND position >= $3`,
    [at.walletId, at.chainId, from],
  );
  const [base] = await queryRows(
    client,
    `SELECT coalesce(max(position), ''), coalesce(max(ordinal), 0), coalesce(max(spam_ordinal), 0)
     FROM ${table}_checkpoint WHERE wallet_id = $1 AND chain_id = $2`,
    [at.walletId, at.chainId],
    readRank,
  );
  for (let rank = base; rank !== undefined; ) {
    const next: Rank | undefined = await refreshPiece(client, { at, table, pieceRows }, rank);
    rank = next === undefined || next.ordinal - rank.ordinal < pieceRows ? undefined : next;
  }
}

const readRank = (row: RowReader): Rank => ({
  position: row.text(),
  ordinal: row.integer(),
  spamOrdinal: row.integer(),
});

/** Makes the checkpoints of the next piece of a history; answers the last row in it, undefined when there is none. */
async function refreshPiece(
  client: pg.PoolClient,
  { at, table, pieceRows }: { at: Place; table: ItemTable; pieceRows: number },
  rank: Rank,
): Promise<Rank | undefined> {
  if (isSpread(client)) return refreshApart(client, { at, table, pieceRows }, rank);
  const [last] = await queryRows(
    client,
    `${rankedPiece(table)}, stored AS (
       INSERT INTO ${table}_checkpoint (wallet_id, chain_id, position, ordinal, spam_ordinal)
       SELECT $1, $2, position, ordinal, spam_ordinal FROM ranked WHERE ordinal % ${checkpointSpacing} = 0)
     SELECT position, ordinal, spam_ordinal FROM ranked ORDER BY position DESC LIMIT 1`,
    [at.walletId, at.chainId, rank.position, rank.ordinal, rank.spamOrdinal, pieceRows],
    readRank,
  );
  return last;
}

/** `ranked`: the next piece of a history behind a rank. $1 to $6: wallet, chain, the rank's position, ordinal and spam ordinal, rows. */
const rankedPiece = (table: ItemTable): string => `WITH piece AS MATERIALIZED (
       SELECT position, ${spamConditionOf[table]} AS is_spam FROM ${table}
       WHERE wallet_id = $1 AND chain_id = $2 AND position > $3 ORDER BY position LIMIT $6
     ), ranked AS MATERIALIZED (
       SELECT position, $4 + row_number() OVER place AS ordinal,
         $5 + count(*) FILTER (WHERE is_spam) OVER place AS spam_ordinal
       FROM piece WINDOW place AS (ORDER BY position)
     )`;

/** The same on a cluster: the piece is ranked, and what came of it stored, by statements of the wallet's node. */
async function refreshApart(
  client: pg.PoolClient,
  { at, table, pieceRows }: { at: Place; table: ItemTable; pieceRows: number },
  rank: Rank,
): Promise<Rank | undefined> {
  const rows = await queryRows(
    client,
    `${rankedPiece(table)}
     SELECT position, ordinal, spam_ordinal FROM ranked
     WHERE ordinal % ${checkpointSpacing} = 0 OR position = (SELECT max(position) FROM ranked) ORDER BY position`,
    [at.walletId, at.chainId, rank.position, rank.ordinal, rank.spamOrdinal, pieceRows],
    readRank,
  );
  const kept = rows.filter(({ ordinal }) => ordinal % checkpointSpacing === 0);
  if (kept.length > 0) {
    const given = 'unnest($2::text[], $3::int[], $4::int[]) given (position, ordinal, spam_ordinal)';
    await client.query(
      `INSERT INTO ${table}_checkpoint (wallet_id, chain_id, position, ordinal, spam_ordinal)
       SELECT anchor.wallet_id, $1::int, given.position, given.ordinal, given.spam_ordinal FROM ${besideAnchor(at.walletId, given)}`,
      [
        at.chainId,
        kept.map(({ position }) => position),
        kept.map(({ ordinal }) => ordinal),
        kept.map(({ spamOrdinal }) => spamOrdinal),
      ],
    );
  }
  return rows.at(-1);
}
