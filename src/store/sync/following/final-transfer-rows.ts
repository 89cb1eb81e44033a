/** Which transfers became final since they were stored, and that clients are told so: a row of `sync` notes from which block on they wait. */
import type pg from 'pg';
import { itemKindDigit, yieldDigit } from '../../../domain/position.ts';
import { notify } from '../../connection/channels.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';
import { listedRows } from '../../history/events/stored-events.ts';
import { appendEvents } from '../../history/events/wallet-events.ts';
import { anchorWallet } from '../../history/ledger-changes.ts';
import { standing, syncWithCursor } from '../sync-rows.ts';

/** A wallet's history on a chain. */
export interface FinalPlace {
  walletId: number;
  chainId: number;
}

/** What waits, and is final by now. A chain that is read for all wallets says by its cursor what is. */
const isFinal = `sync.pending_from IS NOT NULL AND sync.pending_from <= ${standing('safe_block')}`;

/**
 * Wallets of which something became final that clients were not told of. In the order of their numbers, from those behind `after`
 * on (null: from the first), so that a caller who goes on from the last gets to each of them.
 */
export async function findFinal(
  database: Pick<Database, 'pool'>,
  limit: number,
  after: FinalPlace | null,
): Promise<FinalPlace[]> {
  return queryRows(
    database.pool,
    `SELECT sync.wallet_id, sync.chain_id FROM ${syncWithCursor}
     WHERE ${isFinal} AND (sync.wallet_id, sync.chain_id) > ($2, $3)
     ORDER BY sync.wallet_id, sync.chain_id LIMIT $1`,
    [limit, after?.walletId ?? 0, after?.chainId ?? 0],
    (row) => ({ walletId: row.integer(), chainId: row.integer() }),
  );
}

/**
 * Tells that a wallet's transfers are final, and notes which wait still. Answers how many became final; 0 also when somebody else
 * writes the row at this moment.
 */
export async function tellFinal(
  database: Pick<Database, 'transaction'>,
  { walletId, chainId }: FinalPlace,
): Promise<number> {
  return database.transaction(async (client) => {
    // No step stores, and no re-org takes away, until this is told.
    const [span] = await queryRows(
      client,
      `SELECT sync.pending_from, ${standing('safe_block')} FROM ${syncWithCursor}
       WHERE sync.wallet_id = $1 AND sync.chain_id = $2 AND ${isFinal} FOR UPDATE OF sync SKIP LOCKED`,
      [walletId, chainId],
      (row) => ({ from: row.integer(), to: row.integer() }),
    );
    if (span === undefined) return 0;
    await anchorWallet(client, walletId);
    const { count, pendingFrom } = await tellRows(client, { walletId, chainId }, span);
    await client.query('UPDATE sync SET pending_from = $3 WHERE wallet_id = $1 AND chain_id = $2', [
      ...[walletId, chainId, pendingFrom],
    ]);
    if (count > 0) await notify(client, 'wallet_changed', String(walletId));
    return count;
  });
}

/** Tells the rows of the blocks, and answers how many they are, and the first block behind that has some. */
async function tellRows(
  client: pg.PoolClient,
  place: FinalPlace,
  { from, to }: { from: number; to: number },
): Promise<{ count: number; pendingFrom: number | null }> {
  let count = 0;
  let after = await lastBefore(client, place, from);
  for (;;) {
    const rows = await rowsBehind(client, place, after);
    const final = rows.filter(({ blockNumber }) => blockNumber <= to);
    const positions = final.filter(({ isMeasured }) => !isMeasured).map(({ position }) => position);
    if (positions.length > 0) {
      const event = { kind: 'transfer.finalized', chainId: place.chainId, rows: { positions } } as const;
      await appendEvents(client, place.walletId, [event]);
    }
    count += positions.length;
    const last = final.at(-1);
    if (last === undefined || final.length < listedRows)
      return { count, pendingFrom: rows[final.length]?.blockNumber ?? null };
    after = last.position;
  }
}

/** Within a chain positions ascend with blocks: what is wanted lies behind the newest row before it, which is found from the end. */
async function lastBefore(client: pg.PoolClient, place: FinalPlace, block: number): Promise<string> {
  const [position] = await queryRows(
    client,
    `SELECT position FROM transfer WHERE wallet_id = $1 AND chain_id = $2 AND block_number < $3
     ORDER BY position DESC LIMIT 1`,
    [place.walletId, place.chainId, block],
    (row) => row.text(),
  );
  return position ?? '';
}

/** The next rows in order. What a balance grew by of itself is measured anew, whatever its block: it is never final. */
async function rowsBehind(
  client: pg.PoolClient,
  { walletId, chainId }: FinalPlace,
  after: string,
): Promise<{ position: string; blockNumber: number; isMeasured: boolean }[]> {
  return queryRows(
    client,
    `SELECT position, block_number, substr(position, ${itemKindDigit}, 1) = '${yieldDigit}' FROM transfer
     WHERE wallet_id = $1 AND chain_id = $2 AND position > $3 ORDER BY position LIMIT ${listedRows}`,
    [walletId, chainId, after],
    (row) => ({ position: row.text(), blockNumber: row.integer(), isMeasured: row.boolean() }),
  );
}
