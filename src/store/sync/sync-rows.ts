/** How far each wallet is loaded on each chain. */
import { type Hash, type SyncPhase, syncPhases } from '../../domain/model.ts';
import { type SyncErrorKind, syncErrorKinds } from '../../errors.ts';
import type { Database } from '../connection/database.ts';
import { hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryRows, type RowReader, storedNow } from '../connection/sql.ts';

/** A row of the table `sync`; times are unix seconds. */
export interface SyncRow {
  walletId: number;
  chainId: number;
  phase: SyncPhase;
  fromBlock: number;
  syncedBlock: number | null;
  syncedHash: Hash | null;
  safeBlock: number | null;
  safeHash: Hash | null;
  headBlock: number | null;
  loadedAt: number | null;
  warnings: readonly string[];
  /** Kinds of movement that the source could not give for some of the stored blocks. */
  missing: readonly string[];
  /** For the operator; clients see what `errorKind` stands for. */
  error: string | null;
  errorKind: SyncErrorKind | null;
  attempts: number;
  nextRunAt: number;
  leaseOwner: string | null;
  leaseUntil: number | null;
  fence: bigint;
  createdAt: number;
  updatedAt: number;
  /**
   * When the history last reached the head, if that is too long ago or the last step failed; null while it is in step with the
   * chain, and before it first was. By the database's clock, which also wrote both times.
   */
  staleSince: number | null;
}

/** Whether the history fell behind: true also when nobody works on it any more. */
export const isStale = `sync.head_reached_at IS NOT NULL AND (sync.attempts > 0 OR sync.stale_at <= ${storedNow})`;

const seconds = (column: string): string => `floor(extract(epoch FROM sync.${column}))::bigint`;

/** The columns of `sync` in the order that `readSync` takes them. */
export const syncColumns = [
  'sync.wallet_id, sync.chain_id, sync.phase, sync.from_block, sync.synced_block, sync.synced_hash',
  'sync.safe_block, sync.safe_hash, sync.head_block',
  seconds('loaded_at'),
  'to_json(sync.warnings || sync.balance_warnings), to_json(sync.missing), sync.error, sync.error_kind, sync.attempts',
  seconds('next_run_at'),
  'sync.lease_owner',
  seconds('lease_until'),
  'sync.fence',
  seconds('created_at'),
  seconds('updated_at'),
  `CASE WHEN ${isStale} THEN ${seconds('head_reached_at')} END`,
].join(', ');

const phaseOf = memberOf(syncPhases);

const errorKindOf = (text: string | null): SyncErrorKind | null =>
  text === null ? null : (syncErrorKinds.find((kind) => kind === text) ?? 'internal');

function stringsOf(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}

export function readSync(row: RowReader): SyncRow {
  return {
    walletId: row.integer(),
    chainId: row.integer(),
    phase: phaseOf(row.text()),
    fromBlock: row.integer(),
    syncedBlock: row.integerOrNull(),
    syncedHash: hexOrNull(row.textOrNull()),
    safeBlock: row.integerOrNull(),
    safeHash: hexOrNull(row.textOrNull()),
    headBlock: row.integerOrNull(),
    loadedAt: row.integerOrNull(),
    warnings: stringsOf(row.text()),
    missing: stringsOf(row.text()),
    error: row.textOrNull(),
    errorKind: errorKindOf(row.textOrNull()),
    attempts: row.integer(),
    nextRunAt: row.integer(),
    leaseOwner: row.textOrNull(),
    leaseUntil: row.integerOrNull(),
    fence: row.bigint(),
    createdAt: row.integer(),
    updatedAt: row.integer(),
    staleSince: row.integerOrNull(),
  };
}

/** The sync rows of wallets, by wallet and chain. */
export async function listWalletSyncs(database: Database, walletIds: readonly number[]): Promise<SyncRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${syncColumns} FROM sync WHERE sync.wallet_id = ANY($1::int[]) ORDER BY sync.wallet_id, sync.chain_id`,
    [walletIds],
    readSync,
  );
}
