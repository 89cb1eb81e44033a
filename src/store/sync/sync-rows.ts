/** How far each wallet is loaded on each chain. */
import { type Hash, type SyncPhase, syncPhases } from '../../domain/model.ts';
import { type SyncErrorKind, syncErrorKinds } from '../../errors.ts';
import type { Database } from '../connection/database.ts';
import { hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryRows, type RowReader, storedNow } from '../connection/sql.ts';

/** A row of the table `sync`, alone or as it stands with the chain's cursor (chain-cursor.ts); times are unix seconds. */
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
  /** Those of them that tell of the history, and not of balances that differ. */
  historyWarnings: readonly string[];
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
  /** The wallet goes with the chain's cursor. */
  follows: boolean;
  createdAt: number;
  updatedAt: number;
  /**
   * When the history last reached the head, if that is too long ago or the last step failed; null while it is in step with the
   * chain, and before it first was. By the database's clock, which also wrote both times.
   */
  staleSince: number | null;
  /** When something last moved that is no spam; null: nothing has, or it was stored before this was noted. */
  lastMovementAt: number | null;
  /** How late a new transaction may be seen, in seconds; null until the head was first reached, and where nothing is promised. */
  seenWithinSeconds: number | null;
}

/** A row and, where it follows, the cursor that stands for it: to be read `FROM` this with the columns below. */
export const syncWithCursor =
  'sync LEFT JOIN chain_cursor cursor ON sync.follows AND cursor.chain_id = sync.chain_id';

/** The columns of `sync` that the cursor stands for, and its own names of them. */
const cursorColumns = {
  synced_block: 'block_number',
  synced_hash: 'block_hash',
  safe_block: 'safe_block',
  safe_hash: 'safe_hash',
  head_block: 'head_block',
  head_reached_at: 'head_reached_at',
  stale_at: 'stale_at',
} as const;

/** A column as it stands: the cursor's, where the row follows one. */
export const standing = (column: keyof typeof cursorColumns): string =>
  `CASE WHEN cursor.chain_id IS NULL THEN sync.${column} ELSE cursor.${cursorColumns[column]} END`;

/** Whether the chain could not be read for all: one round that failed is a node's bad moment, and nobody has fallen behind. */
const hasFailed = 'coalesce(cursor.attempts, 0) > 1';

/** Whether the history fell behind: true also when nobody works on it any more. */
export const isStale = `${standing('head_reached_at')} IS NOT NULL
  AND (sync.attempts > 0 OR ${hasFailed} OR ${standing('stale_at')} <= ${storedNow})`;

/**
 * What clients see of a row that a step or its failure can change, as one value in SQL. That a loaded wallet stands some blocks
 * further is no such change: nobody is told, and who looks finds it. Of a row that follows, its cursor says whether it is behind.
 */
export const shownOfSync = (
  row: string,
): string => `(${row}.phase, ${row}.error, ${row}.error_kind, ${row}.attempts > 0,
  ${row}.loaded_at IS NULL, ${row}.warnings, ${row}.missing, NOT ${row}.follows AND ${row}.stale_at <= ${storedNow},
  CASE WHEN ${row}.phase <> 'FOLLOWING' THEN ${row}.synced_block END)`;

const seconds = (time: string): string => `floor(extract(epoch FROM ${time}))::bigint`;

/** The columns in the order that `readSync` takes them: of the row alone, or as they stand. */
function columnsOf(own: (column: keyof typeof cursorColumns) => string, cursor: CursorParts): string {
  return [
    'sync.wallet_id, sync.chain_id, sync.phase, sync.from_block',
    ...[own('synced_block'), own('synced_hash'), own('safe_block'), own('safe_hash'), own('head_block')],
    seconds('sync.loaded_at'),
    'to_json(sync.warnings || sync.balance_warnings), to_json(sync.warnings), to_json(sync.missing)',
    ...[cursor.error, cursor.errorKind],
    'sync.attempts',
    seconds('sync.next_run_at'),
    'sync.lease_owner',
    seconds('sync.lease_until'),
    'sync.fence, sync.follows',
    seconds('sync.created_at'),
    seconds(cursor.updatedAt),
    cursor.staleSince,
    seconds('sync.last_movement_at'),
    `CASE WHEN isfinite(${own('stale_at')}) THEN
      ceil(extract(epoch FROM ${own('stale_at')} - ${own('head_reached_at')}))::bigint END`,
  ].join(', ');
}

type CursorParts = Record<'error' | 'errorKind' | 'updatedAt' | 'staleSince', string>;

/** Of `sync` alone: from where a step goes on. */
export const ownSyncColumns = columnsOf((column) => `sync.${column}`, {
  ...{ error: 'sync.error', errorKind: 'sync.error_kind', updatedAt: 'sync.updated_at', staleSince: 'NULL' },
});

/** Of `syncWithCursor`: how far the history is stored. */
export const syncColumns = columnsOf(standing, {
  error: `coalesce(sync.error, CASE WHEN ${hasFailed} THEN cursor.error END)`,
  errorKind: `CASE WHEN sync.error IS NOT NULL THEN sync.error_kind WHEN ${hasFailed} THEN cursor.error_kind END`,
  updatedAt: 'greatest(sync.updated_at, cursor.updated_at)',
  staleSince: `CASE WHEN ${isStale} THEN ${seconds(standing('head_reached_at'))} END`,
});

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
    historyWarnings: stringsOf(row.text()),
    missing: stringsOf(row.text()),
    error: row.textOrNull(),
    errorKind: errorKindOf(row.textOrNull()),
    attempts: row.integer(),
    nextRunAt: row.integer(),
    leaseOwner: row.textOrNull(),
    leaseUntil: row.integerOrNull(),
    fence: row.bigint(),
    follows: row.boolean(),
    createdAt: row.integer(),
    updatedAt: row.integer(),
    staleSince: row.integerOrNull(),
    lastMovementAt: row.integerOrNull(),
    seenWithinSeconds: row.integerOrNull(),
  };
}

/** The sync rows of wallets, by wallet and chain. */
export async function listWalletSyncs(database: Database, walletIds: readonly number[]): Promise<SyncRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${syncColumns} FROM ${syncWithCursor} WHERE sync.wallet_id = ANY($1::int[]) ORDER BY sync.wallet_id, sync.chain_id`,
    [walletIds],
    readSync,
  );
}
