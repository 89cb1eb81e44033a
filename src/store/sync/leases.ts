/**
 * Leases on the loading of one wallet on one chain. Every lease raises the row's fence; whoever holds an older fence
 * has lost the row, whatever it believes, and can write nothing.
 */
import type pg from 'pg';
import type { SyncErrorKind } from '../../errors.ts';
import { type NewAuditEntry, writeAudit } from '../clients/audit-log.ts';
import { isSpread } from '../cluster/wallet-statements.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, withTransaction } from '../connection/sql.ts';
import { appendEvents } from '../history/events/wallet-events.ts';
import { removeHistory } from '../history/history-removal.ts';
import { forgetPrices } from '../prices/price-rows.ts';
import { historyTables } from '../schema/wallet-tables.ts';
import type { SyncLease } from './commit.ts';
import { beforeFirst, findDue, isLeasable, type LoadingTurn } from './loading-turns.ts';
import { tellWallet } from './store-changes.ts';
import { ownSyncColumns, readSync, shownOfSync } from './sync-rows.ts';

/** What is known of a chain's contracts, by chain id. */
const chainLookupTables = [
  ...['token', 'nft', 'nft_collection', 'contract_label', 'unread_metadata', 'token_market', 'contract_name'],
];

/** The row is still this lease's. */
const isHeld = 'sync.wallet_id = $1 AND sync.chain_id = $2 AND sync.fence = $3 AND sync.lease_owner = $4';

const heldBy = (lease: SyncLease): unknown[] => [lease.walletId, lease.chainId, lease.fence, lease.owner];

export interface LeaseRequest {
  owner: string;
  leaseMs: number;
  chainIds: readonly number[];
  /** Where turns have come to; moved on by the lease. Default: a round begins. */
  turn?: LoadingTurn;
}

/** What came of asking for a lease; where nothing could be leased, in how many milliseconds something is due. */
export type LeaseAnswer = { lease: SyncLease } | { lease: null; nextInMs: number };

/** What is due, and is being taken or written by somebody else this very moment, is looked at again so soon. */
const takenMs = 500;

/** Takes the row of the given chains that has waited longest of those of the client whose turn it is; null: none is due. */
export async function leaseSync(database: Database, request: LeaseRequest): Promise<SyncLease | null> {
  return (await leaseNext(database, request)).lease;
}

/** As `leaseSync`, with when to ask again. What follows its chain's cursor comes last in a round. */
export async function leaseNext(database: Database, request: LeaseRequest): Promise<LeaseAnswer> {
  const { chainIds, turn = { clientId: beforeFirst } } = request;
  let isNewRound = turn.clientId === beforeFirst;
  let soonestMs = Number.POSITIVE_INFINITY;
  for (;;) {
    const due = await findDue(database, { after: turn.clientId, chainIds });
    turn.clientId = due.clientId ?? beforeFirst;
    const among =
      due.clientId !== null ? `NOT follows AND client_id = ${due.clientId}` : due.hasCheck ? 'follows' : null;
    const lease = among === null ? null : await leaseFirst(database, request, among);
    if (lease !== null) return { lease };
    // Others may have taken all that there was.
    if (among !== null) soonestMs = takenMs;
    if (due.clientId !== null) continue;
    if (isNewRound) return { lease: null, nextInMs: Math.min(soonestMs, due.nextInMs) };
    // A new round: those before this turn.
    isNewRound = true;
  }
}

async function leaseFirst(
  database: Database,
  { owner, leaseMs, chainIds }: LeaseRequest,
  condition: string,
): Promise<SyncLease | null> {
  const [lease] = await queryRows(
    database.pool,
    `WITH due AS (
       SELECT wallet_id, chain_id FROM sync WHERE ${condition} AND ${isLeasable}
       ORDER BY next_run_at, wallet_id, chain_id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE sync SET lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond', fence = fence + 1
     FROM due, wallet
     WHERE sync.wallet_id = due.wallet_id AND sync.chain_id = due.chain_id AND wallet.id = sync.wallet_id
     RETURNING wallet.address, ${ownSyncColumns}`,
    [chainIds, owner, leaseMs],
    (row) => ({ address: hexOf(row.text()), owner, ...readSync(row) }),
  );
  return lease ?? null;
}

/** Holds the lease for longer; false when it is lost. */
export async function renewLease(database: Database, lease: SyncLease, leaseMs: number): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `UPDATE sync SET lease_until = now() + $5 * interval '1 millisecond' WHERE ${isHeld}`,
    [...heldBy(lease), leaseMs],
  );
  return rowCount === 1;
}

/** Gives the row back, due at once, behind all that wait already; false when the lease was lost before. */
export async function releaseLease(database: Database, lease: SyncLease): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `UPDATE sync SET lease_owner = NULL, lease_until = NULL, next_run_at = now() WHERE ${isHeld}`,
    heldBy(lease),
  );
  return rowCount === 1;
}

/**
 * Notes that a step failed and gives the row back; false when the lease was lost. A permanent failure shows as phase
 * FAILED and takes `loaded` away. Either kind is tried again after `retryInMs`: what made it fail may have been mended.
 */
export async function failStep(
  database: Database,
  lease: SyncLease,
  failure: { error: string; kind: SyncErrorKind; permanent: boolean; retryInMs: number },
): Promise<boolean> {
  return withTransaction(database.pool, async (client) => {
    const [failed] = await queryRows(
      client,
      `WITH former AS (SELECT * FROM sync WHERE wallet_id = $1 AND chain_id = $2)
       UPDATE sync SET error = $5, error_kind = $8, attempts = sync.attempts + 1,
         next_run_at = now() + $6 * interval '1 millisecond',
         phase = CASE WHEN $7::boolean THEN 'FAILED' ELSE sync.phase END,
         loaded_at = CASE WHEN $7::boolean THEN NULL ELSE sync.loaded_at END, follows = sync.follows AND NOT $7::boolean,
         lease_owner = NULL, lease_until = NULL, updated_at = now()
       FROM former WHERE ${isHeld} RETURNING ${shownOfSync('sync')} IS DISTINCT FROM ${shownOfSync('former')},
         sync.phase = 'FAILED' AND former.phase <> 'FAILED'`,
      [...heldBy(lease), failure.error, failure.retryInMs, failure.permanent, failure.kind],
      (row) => ({ isShown: row.boolean(), isFailedNow: row.boolean() }),
    );
    if (failed === undefined) return false;
    const { walletId, chainId } = lease;
    if (failed.isFailedNow)
      await appendEvents(client, walletId, [{ kind: 'wallet.failed', chainId, error: failure.kind }]);
    if (failed.isShown) await tellWallet(client, lease.walletId);
    return true;
  });
}

/**
 * Forgets what is stored of a wallet, on one chain or all, so that it is loaded anew; whoever has it leased loses it.
 *
 * @param starts By chain id, the block from which to load now; other chains begin where they did.
 */
export async function resetSync(
  database: Database,
  walletId: number,
  chainId?: number,
  starts: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  await withTransaction(database.pool, (client) => forget(client, { walletId, chainId, starts }));
}

/** As `resetSync`, of all chains, by somebody who asked for it over the APIs. */
export async function reloadWallet(
  database: Database,
  walletId: number,
  { starts, entry }: { starts: ReadonlyMap<number, number>; entry: NewAuditEntry },
): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    await forget(client, { walletId, chainId: undefined, starts });
    await writeAudit(client, entry);
  });
}

/** As `resetSync`, of the row that is leased; false when the lease was lost: then nothing is forgotten. */
export async function resetLeased(database: Database, lease: SyncLease): Promise<boolean> {
  const { walletId, chainId } = lease;
  return withTransaction(database.pool, (client) =>
    forget(client, { walletId, chainId, starts: new Map(), lease }),
  );
}

async function forget(
  client: pg.PoolClient,
  given: {
    walletId: number;
    chainId: number | undefined;
    starts: ReadonlyMap<number, number>;
    /** Only while it holds. */
    lease?: SyncLease;
  },
): Promise<boolean> {
  const { walletId, starts, lease } = given;
  const chain = given.chainId ?? null;
  await client.query('SET LOCAL statement_timeout = 0');
  const { rowCount } = await client.query(
    `UPDATE sync SET phase = 'QUEUED', synced_block = NULL, synced_hash = NULL, safe_block = NULL, safe_hash = NULL,
       head_block = NULL, loaded_at = NULL, warnings = '{}', missing = '{}', balance_warnings = '{}', reconcile_at = NULL, error = NULL, error_kind = NULL,
       head_reached_at = NULL, stale_at = NULL, last_movement_at = NULL, pending_from = NULL, attempts = 0, next_run_at = now(),
       lease_owner = NULL, lease_until = NULL, fence = fence + 1, follows = false, updated_at = now(),
       from_block = coalesce((SELECT block FROM unnest($3::int[], $4::int[]) AS start (chain_id, block)
         WHERE start.chain_id = sync.chain_id), from_block)
     WHERE wallet_id = $1 AND ($2::int IS NULL OR chain_id = $2)
       AND ($5::bigint IS NULL OR (fence = $5 AND lease_owner = $6))`,
    [walletId, chain, [...starts.keys()], [...starts.values()], lease?.fence ?? null, lease?.owner ?? null],
  );
  if (lease !== undefined && rowCount !== 1) return false;
  await removeHistory(client, walletId, chain);
  await notify(client, 'wallet_changed', String(walletId));
  return true;
}

/**
 * Forgets everything about one chain, of all wallets: rows, cursors, and what the chain's contracts said of themselves.
 * For a development chain that begins anew under the same id.
 */
export async function resetChain(database: Database, chainId: number): Promise<void> {
  const registered = await queryRows(
    database.pool,
    'SELECT wallet_id FROM sync WHERE chain_id = $1 ORDER BY wallet_id',
    [chainId],
    (row) => row.integer(),
  );
  for (const walletId of registered) await resetSync(database, walletId, chainId);
  await withTransaction(database.pool, async (client) => {
    await client.query('DELETE FROM chain_cursor WHERE chain_id = $1', [chainId]);
    for (const table of chainLookupTables) {
      await client.query(`DELETE FROM ${table} WHERE chain_id = $1`, [chainId]);
    }
    await forgetPrices(client, chainId);
    await notify(client, 'lookups_changed', '');
  });
}

/** A table is analysed again when it is larger by this share than when it was analysed last. */
const grownBy = 0.2;

/**
 * Tells the planner what the tables hold now; without it, pages are slow after a large load. Only tables that have grown since the
 * last time are analysed. Their size on disk says so, which is known at once. So a load of many wallets takes few analyses.
 * Answers which tables.
 */
export async function analyzeGrownTables(database: Database): Promise<string[]> {
  return withTransaction(database.pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    // Of a distributed table the coordinator holds no rows, and its own figure of the size stays 0.
    const size = isSpread(client) ? 'citus_relation_size' : 'pg_relation_size';
    const grown = await queryRows(
      client,
      `SELECT relname FROM pg_class
       WHERE oid = ANY($1::text[]::regclass[])
         AND ${size}(oid::regclass) / current_setting('block_size')::int > relpages * (1 + $2::float8)`,
      [[...historyTables], grownBy],
      (row) => row.text(),
    );
    if (grown.length > 0) await client.query(`ANALYZE ${grown.join(', ')}`);
    return grown;
  });
}
