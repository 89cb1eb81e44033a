/**
 * Counting a wallet's rows on a chain anew, in pieces: however long the history, no statement reads more than one piece of it. All
 * pieces are counted in one transaction, which holds the chain's sync row: nobody else writes in between, and nobody sees half.
 */
import type pg from 'pg';
import { isSpread } from '../cluster/wallet-statements.ts';
import { queryRows } from '../connection/sql.ts';
import { type ItemTable, rowsAtOnce, spamConditionOf } from './rank-checkpoints.ts';
import { addToCounterparties, isPriced } from './row-counters.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** Sets the counters to what the tables hold. */
export async function recount(client: pg.PoolClient, at: Place, pieceRows = rowsAtOnce): Promise<void> {
  await dropCounterpartyCounters(client, at, pieceRows);
  const transactions = await countPieces(client, { at, table: 'transaction', pieceRows });
  const transfers = await countPieces(client, { at, table: 'transfer', pieceRows });
  await client.query(
    `INSERT INTO counter
       (wallet_id, chain_id, transaction_count, spam_transaction_count, transfer_count, spam_transfer_count, priced_count,
       unpriced_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (wallet_id, chain_id) DO UPDATE SET
       transaction_count = excluded.transaction_count, spam_transaction_count = excluded.spam_transaction_count,
       transfer_count = excluded.transfer_count, spam_transfer_count = excluded.spam_transfer_count,
       priced_count = excluded.priced_count, unpriced_count = excluded.unpriced_count`,
    [
      ...[at.walletId, at.chainId, transactions.rows, transactions.spam, transfers.rows, transfers.spam],
      ...[transfers.priced, transfers.unpriced],
    ],
  );
}

/** Rows, and how many of them are spam, have a price, or lack one. */
type Counted = Record<'rows' | 'spam' | 'priced' | 'unpriced', number>;

/** Adds up a table, transfers per counterparty too, piece after piece in the order of positions. */
async function countPieces(
  client: pg.PoolClient,
  { at, table, pieceRows }: { at: Place; table: ItemTable; pieceRows: number },
): Promise<Counted> {
  const perCounterparty = `, counted AS (
      INSERT INTO counterparty_counter (wallet_id, chain_id, counterparty, transfer_count, spam_transfer_count)
      SELECT $1, $2, counterparty, count(*), count(*) FILTER (WHERE is_spam) FROM piece GROUP BY counterparty
      ON CONFLICT (wallet_id, counterparty, chain_id) DO UPDATE SET
        transfer_count = counterparty_counter.transfer_count + excluded.transfer_count,
        spam_transfer_count = counterparty_counter.spam_transfer_count + excluded.spam_transfer_count)`;
  const isTransfer = table === 'transfer';
  const isApart = isSpread(client);
  const total: Counted = { rows: 0, spam: 0, priced: 0, unpriced: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const [piece]: (Counted & { last: string | null })[] = await queryRows(
      client,
      `WITH piece AS MATERIALIZED (
         SELECT position, counterparty, ${spamConditionOf[table]} AS is_spam,
           ${isTransfer ? isPriced : 'NULL::boolean'} AS is_priced FROM ${table}
         WHERE wallet_id = $1 AND chain_id = $2 AND position > $3 ORDER BY position LIMIT $4
       )${isTransfer && !isApart ? perCounterparty : ''}
       SELECT count(*), count(*) FILTER (WHERE is_spam), count(*) FILTER (WHERE is_priced),
         count(*) FILTER (WHERE NOT is_priced), max(position) FROM piece`,
      [at.walletId, at.chainId, after, pieceRows],
      (row) => ({
        ...{ rows: row.integer(), spam: row.integer(), priced: row.integer(), unpriced: row.integer() },
        last: row.textOrNull(),
      }),
    );
    if (isTransfer && isApart) await countApart(client, { at, after, pieceRows });
    total.rows += piece?.rows ?? 0;
    total.spam += piece?.spam ?? 0;
    total.priced += piece?.priced ?? 0;
    total.unpriced += piece?.unpriced ?? 0;
    after = piece === undefined || piece.rows < pieceRows ? null : piece.last;
  }
  return total;
}

/** The transfers of a piece per counterparty, on a cluster: read, and added by a statement of its own. */
async function countApart(
  client: pg.PoolClient,
  { at, after, pieceRows }: { at: Place; after: string; pieceRows: number },
): Promise<void> {
  const counted = await queryRows(
    client,
    `SELECT counterparty, count(*), count(*) FILTER (WHERE is_spam) FROM (
       SELECT counterparty, ${spamConditionOf.transfer} AS is_spam FROM transfer
       WHERE wallet_id = $1 AND chain_id = $2 AND position > $3 ORDER BY position LIMIT $4) piece
     GROUP BY counterparty`,
    [at.walletId, at.chainId, after, pieceRows],
    (row) => ({ counterparty: row.text(), transfers: row.integer(), spamTransfers: row.integer() }),
  );
  await addToCounterparties(client, at, counted);
}

/** By ranges of counterparties, of which the key has all chains side by side. */
async function dropCounterpartyCounters(client: pg.PoolClient, at: Place, pieceRows: number): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const [last]: string[] = await queryRows(
      client,
      `SELECT counterparty FROM counterparty_counter WHERE wallet_id = $1 AND counterparty > $2
       ORDER BY counterparty LIMIT 1 OFFSET $3`,
      [at.walletId, after, pieceRows - 1],
      (row) => row.text(),
    );
    await client.query(
      `DELETE FROM counterparty_counter WHERE wallet_id = $1 AND chain_id = $2 AND counterparty > $3
         AND ($4::text IS NULL OR counterparty <= $4::text)`,
      [at.walletId, at.chainId, after, last ?? null],
    );
    after = last ?? null;
  }
}
