/**
 * Turns of clients: whoever has something to load gets the next lease in its turn, however many wallets others wait for. A wallet
 * of several clients is loaded in the turn of the one with the fewest, which would come to it first. What follows a chain's cursor
 * has nobody's turn: a check of it comes once a round.
 */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, storedNow } from '../connection/sql.ts';

/** Where a process has come to: turns go through the ids of clients, and begin anew after the last. */
export interface LoadingTurn {
  /** Who had the last lease; `beforeFirst` at the beginning of a round. */
  clientId: number;
}

export const beforeFirst = -1;

/** A row that may be leased. $1: chain ids. */
export const isLeasable = `sync.chain_id = ANY($1::int[]) AND sync.next_run_at <= ${storedNow}
  AND (sync.lease_owner IS NULL OR sync.lease_until <= ${storedNow})
  AND EXISTS (SELECT 1 FROM registration WHERE registration.wallet_id = sync.wallet_id)`;

/** What there is to lease. */
export interface DueRows {
  /** The next client that has something to load now; null: none has. */
  clientId: number | null;
  /** Something that follows its chain is to be searched for by itself now. */
  hasCheck: boolean;
  /** Where no client has anything: in how many milliseconds the next row is due that nobody has leased. Infinity: none is. */
  nextInMs: number;
}

/**
 * What is due now on these chains: for the next client behind `after`, by id, and of checks; or when the next row is. Clients are
 * found one by one in the index `sync_turn_idx`, so that nobody's rows are read but the first of each.
 */
export async function findDue(
  database: Pick<Database, 'pool'>,
  { after, chainIds }: { after: number; chainIds: readonly number[] },
): Promise<DueRows> {
  const first = (behind: string): string => `LATERAL (SELECT client_id, next_run_at FROM sync
    WHERE NOT follows AND client_id > ${behind} ORDER BY client_id, next_run_at LIMIT 1)`;
  const next = (condition: string): string => `(SELECT next_run_at FROM sync
    WHERE ${condition} AND chain_id = ANY($1::int[]) AND next_run_at > ${storedNow} ORDER BY next_run_at LIMIT 1)`;
  const [due] = await queryRows(
    database.pool,
    `WITH RECURSIVE waiting AS (
       SELECT * FROM ${first('$2')} found
       UNION ALL
       SELECT found.* FROM waiting CROSS JOIN ${first('waiting.client_id')} found
     ), turn AS MATERIALIZED (
       SELECT waiting.client_id FROM waiting CROSS JOIN LATERAL (SELECT FROM sync
         WHERE sync.client_id = waiting.client_id AND NOT follows AND ${isLeasable} ORDER BY next_run_at LIMIT 1) found
       WHERE waiting.next_run_at <= ${storedNow} LIMIT 1
     )
     SELECT (SELECT client_id FROM turn), EXISTS (SELECT FROM sync WHERE follows AND ${isLeasable}),
       CASE WHEN NOT EXISTS (SELECT FROM turn) THEN ceil(extract(epoch FROM least(${next('follows')},
         (SELECT min(${next('NOT follows AND sync.client_id = waiting.client_id')}) FROM waiting)) - ${storedNow}) * 1000)::bigint END`,
    [chainIds, after],
    (row) => ({ clientId: row.integerOrNull(), hasCheck: row.boolean(), nextInMs: row.integerOrNull() }),
  );
  const { clientId = null, hasCheck = false, nextInMs = null } = due ?? {};
  return { clientId, hasCheck, nextInMs: nextInMs ?? Number.POSITIVE_INFINITY };
}

/** Of so many clients that wait, and of so many rows of each that are due, on whatever chain: others are not looked at. */
const clientsLookedAt = 10;
const rowsLookedAt = 100;

/**
 * Wallets that are to be loaded on the chain for the first time, and from which block on: those that `owner` has leased, and those
 * that nobody has. The first of each client, then the second of each, as their turns come.
 */
export async function findWaiting(
  database: Pick<Database, 'pool'>,
  { chainId, owner, limit }: { chainId: number; owner: string; limit: number },
): Promise<{ address: Address; fromBlock: number }[]> {
  const next = (behind: string): string => `LATERAL (SELECT client_id FROM sync
    WHERE NOT follows AND client_id > ${behind} ORDER BY client_id, next_run_at LIMIT 1)`;
  return queryRows(
    database.pool,
    `WITH RECURSIVE client AS (
       SELECT * FROM ${next('-1')} found
       UNION ALL
       SELECT found.* FROM client CROSS JOIN ${next('client.client_id')} found
     )
     SELECT wallet.address, waiting.from_block FROM (
       SELECT due.wallet_id, due.client_id, coalesce(due.synced_block + 1, due.from_block) AS from_block,
         row_number() OVER (PARTITION BY due.client_id ORDER BY due.next_run_at, due.wallet_id) AS place
       FROM (SELECT client_id FROM client LIMIT ${clientsLookedAt}) turn CROSS JOIN LATERAL (
         SELECT * FROM sync WHERE sync.client_id = turn.client_id AND NOT follows AND next_run_at <= ${storedNow}
         ORDER BY next_run_at, wallet_id, chain_id LIMIT ${rowsLookedAt}) due
       WHERE due.chain_id = $1 AND due.loaded_at IS NULL
         AND (due.lease_owner IS NULL OR due.lease_owner = $2 OR due.lease_until <= ${storedNow})
     ) waiting JOIN wallet ON wallet.id = waiting.wallet_id
     ORDER BY waiting.place, waiting.client_id LIMIT $3`,
    [chainId, owner, limit],
    (row) => ({ address: hexOf(row.text()), fromBlock: row.integer() }),
  );
}

/** Says in whose turn wallets are loaded; to be called whenever their registrations have changed, in the same transaction. */
export async function assignTurns(client: pg.PoolClient, walletIds: readonly number[]): Promise<void> {
  if (walletIds.length === 0) return;
  await client.query(
    `WITH candidate AS (SELECT wallet_id, client_id FROM registration WHERE wallet_id = ANY($1::int[])),
     size AS MATERIALIZED (SELECT client_id, (SELECT count(*) FROM registration WHERE registration.client_id = known.client_id) AS wallets
       FROM (SELECT DISTINCT client_id FROM candidate) known),
     chosen AS (SELECT DISTINCT ON (wallet_id) wallet_id, client_id FROM candidate JOIN size USING (client_id)
       ORDER BY wallet_id, wallets, client_id)
     UPDATE sync SET client_id = chosen.client_id FROM chosen
     WHERE sync.wallet_id = chosen.wallet_id AND sync.client_id <> chosen.client_id`,
    [walletIds],
  );
}
