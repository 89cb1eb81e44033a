/**
 * How far a chain was read for all wallets that follow it, as one row for each chain. Of a row of `sync` that follows, nothing lies
 * between its own block and the cursor's. Whoever moves the cursor says in the same transaction which wallets the new blocks
 * name: these stay behind, and are loaded by their own steps.
 *
 * Everyone locks the cursor before rows of `sync`. So a wallet joins before the cursor moves, and is among those that are looked
 * at, or after it, and is refused. Between the two there is no gap.
 */
import type pg from 'pg';
import type { Address, Hash } from '../../../domain/model.ts';
import type { SyncErrorKind } from '../../../errors.ts';
import { notify, notifyAll } from '../../connection/channels.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf, hexOrNull } from '../../connection/row-types.ts';
import { queryCount, queryRows, storedNow } from '../../connection/sql.ts';

/** A block as it was when it was read. */
export interface BlockPlace {
  number: number;
  hash: Hash;
}

export interface ChainCursor extends BlockPlace {
  /** The last block that was final; null: none was. */
  safe: BlockPlace | null;
  attempts: number;
  followers: number;
}

/** To where the cursor moves. */
export interface CursorMove {
  chainId: number;
  /** Where it stands, to whom moves it; null: there is none yet. */
  from: BlockPlace | null;
  /** A re-org undid what is above this block. */
  rollbackTo?: BlockPlace;
  to: BlockPlace;
  safe: BlockPlace | null;
  headBlock: number;
  /** Whom the blocks name that lie between. */
  addresses: readonly Address[];
  /** As those of a step (commit.ts). */
  headAgeMs: number;
  staleAfterMs: number;
}

type Writer = Pick<Database, 'transaction'>;

/** The row lets go of its wallet: due now, and lost to whoever has it leased. */
const letGo = `follows = false, next_run_at = now(), fence = sync.fence + 1, lease_owner = NULL, lease_until = NULL, updated_at = now()`;

/** The wallet stands where the cursor stands: what is found from here on is its own. */
const placedAtCursor = `synced_block = cursor.block_number, synced_hash = cursor.block_hash, safe_block = cursor.safe_block,
  safe_hash = cursor.safe_hash, head_block = cursor.head_block, head_reached_at = cursor.head_reached_at, stale_at = cursor.stale_at`;

/** Of all wallets of a chain that follow; more conditions may come behind. */
const letGoAtCursor = `UPDATE sync SET ${placedAtCursor}, ${letGo} FROM chain_cursor cursor
  WHERE sync.chain_id = $1 AND sync.follows AND cursor.chain_id = sync.chain_id`;

/** Where the chain was read to; null: nobody reads it for all. */
export async function readCursor(
  database: Pick<Database, 'pool'>,
  chainId: number,
): Promise<ChainCursor | null> {
  const [cursor] = await queryRows(
    database.pool,
    `SELECT block_number, block_hash, safe_block, safe_hash, attempts, followers FROM chain_cursor WHERE chain_id = $1`,
    [chainId],
    (row) => {
      const place = { number: row.integer(), hash: hexOf(row.text()) };
      const [safeBlock, safeHash] = [row.integerOrNull(), hexOrNull(row.textOrNull())];
      const safe = safeBlock === null || safeHash === null ? null : { number: safeBlock, hash: safeHash };
      return { ...place, safe, attempts: row.integer(), followers: row.integer() };
    },
  );
  return cursor ?? null;
}

/** The cursor's block, as long as somebody keeps it at the head. */
export async function readLiveCursor(
  database: Pick<Database, 'pool'>,
  chainId: number,
): Promise<BlockPlace | null> {
  const [place] = await queryRows(
    database.pool,
    `SELECT block_number, block_hash FROM chain_cursor WHERE chain_id = $1 AND attempts = 0 AND stale_at > ${storedNow}`,
    [chainId],
    (row) => ({ number: row.integer(), hash: hexOf(row.text()) }),
  );
  return place ?? null;
}

/**
 * Moves the cursor, and lets go of the wallets that the move concerns: at their own block those that have something above
 * `rollbackTo`, and where the cursor stood those that the blocks name. Answers which, by id; null: the cursor stands elsewhere.
 */
export async function moveCursor(
  database: Writer,
  move: CursorMove,
): Promise<{ undone: number[]; named: number[] } | null> {
  return database.transaction(async (client) => {
    if (!(await lockCursor(client, move))) return null;
    const undone = move.rollbackTo === undefined ? [] : await rollBack(client, move.chainId, move.rollbackTo);
    const named = await letGoNamed(client, move);
    await place(client, move);
    await notifyAll(client, 'wallet_changed', [...new Set([...undone, ...named])]);
    return { undone, named };
  });
}

/** Whether the cursor is where its mover believes; it stays there until the transaction ends. */
async function lockCursor(client: pg.PoolClient, { chainId, from }: CursorMove): Promise<boolean> {
  const [hash] = await queryRows(
    client,
    'SELECT block_hash FROM chain_cursor WHERE chain_id = $1 FOR UPDATE',
    [chainId],
    (row) => row.text(),
  );
  return hash === from?.hash;
}

/** Lets go of the wallets that have something of undone blocks, and moves the cursor before them. */
async function rollBack(client: pg.PoolClient, chainId: number, to: BlockPlace): Promise<number[]> {
  const undone = await queryRows(
    client,
    `UPDATE sync SET ${letGo} WHERE chain_id = $1 AND followed_from > $2 RETURNING wallet_id`,
    [chainId, to.number],
    (row) => row.integer(),
  );
  await client.query('UPDATE chain_cursor SET block_number = $2, block_hash = $3 WHERE chain_id = $1', [
    chainId,
    to.number,
    to.hash,
  ]);
  return undone;
}

async function letGoNamed(client: pg.PoolClient, { chainId, addresses }: CursorMove): Promise<number[]> {
  if (addresses.length === 0) return [];
  return queryRows(
    client,
    `UPDATE sync SET ${placedAtCursor}, ${letGo} FROM wallet, chain_cursor cursor
     WHERE wallet.address = ANY($2::text[]) AND sync.wallet_id = wallet.id AND sync.chain_id = $1 AND sync.follows
       AND cursor.chain_id = sync.chain_id
     RETURNING sync.wallet_id`,
    [chainId, addresses],
    (row) => row.integer(),
  );
}

async function place(client: pg.PoolClient, move: CursorMove): Promise<void> {
  await client.query(
    `INSERT INTO chain_cursor AS cursor (chain_id, block_number, block_hash, safe_block, safe_hash, head_block, head_reached_at, stale_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() - $7 * interval '1 millisecond', now() + ($8 - $7) * interval '1 millisecond')
     ON CONFLICT (chain_id) DO UPDATE SET block_number = excluded.block_number, block_hash = excluded.block_hash,
       safe_block = excluded.safe_block, safe_hash = excluded.safe_hash, head_block = excluded.head_block,
       head_reached_at = CASE WHEN excluded.block_number < excluded.head_block THEN cursor.head_reached_at ELSE excluded.head_reached_at END,
       stale_at = CASE WHEN excluded.block_number < excluded.head_block THEN cursor.stale_at ELSE excluded.stale_at END,
       error = NULL, error_kind = NULL, attempts = 0, updated_at = now()`,
    [
      ...[move.chainId, move.to.number, move.to.hash, move.safe?.number ?? null, move.safe?.hash ?? null],
      ...[move.headBlock, move.headAgeMs, move.staleAfterMs],
    ],
  );
}

/** The chain's head was looked at, and is where the cursor stands. */
export async function touchCursor(
  database: Writer,
  { chainId, headAgeMs, staleAfterMs }: Pick<CursorMove, 'chainId' | 'headAgeMs' | 'staleAfterMs'>,
): Promise<void> {
  await database.transaction((client) =>
    client.query(
      `UPDATE chain_cursor SET head_reached_at = now() - $2 * interval '1 millisecond',
         stale_at = now() + ($3 - $2) * interval '1 millisecond', head_block = block_number,
         error = NULL, error_kind = NULL, attempts = 0, updated_at = now()
       WHERE chain_id = $1`,
      [chainId, headAgeMs, staleAfterMs],
    ),
  );
}

/** Notes why the chain could not be read: all wallets that follow it show it. Answers how often in a row it has failed. */
export async function failCursor(
  database: Writer,
  { chainId, error, kind }: { chainId: number; error: string; kind: SyncErrorKind },
): Promise<number> {
  return database.transaction((client) =>
    queryCount(
      client,
      `UPDATE chain_cursor SET error = $2, error_kind = $3, attempts = attempts + 1, updated_at = now()
       WHERE chain_id = $1 RETURNING attempts`,
      [chainId, error, kind],
    ),
  );
}

/**
 * Lets go of all wallets of the chain and forgets its cursor: each goes on by itself. From its `own` block, where the cursor cannot
 * be believed; else from where the cursor stands. Answers how many.
 */
export async function dropCursor(
  database: Writer,
  { chainId, from }: { chainId: number; from: 'own' | 'cursor' },
): Promise<number> {
  return database.transaction(async (client) => {
    await client.query('SELECT FROM chain_cursor WHERE chain_id = $1 FOR UPDATE', [chainId]);
    const { rowCount } = await client.query(
      from === 'own' ? `UPDATE sync SET ${letGo} WHERE chain_id = $1 AND follows` : letGoAtCursor,
      [chainId],
    );
    await client.query('DELETE FROM chain_cursor WHERE chain_id = $1', [chainId]);
    return tellOfMany(client, rowCount ?? 0);
  });
}

/** Lets go of the wallets of which less, or more, is missing than the source lacks now: their own steps say what follows of it. */
export async function letGoOfOtherwiseMissing(
  database: Writer,
  { chainId, missing }: { chainId: number; missing: readonly string[] },
): Promise<number> {
  return database.transaction(async (client) => {
    await client.query('SELECT FROM chain_cursor WHERE chain_id = $1 FOR UPDATE', [chainId]);
    const { rowCount } = await client.query(
      `${letGoAtCursor} AND NOT (sync.missing <@ $2::text[] AND sync.missing @> $2::text[])`,
      [chainId, missing],
    );
    return tellOfMany(client, rowCount ?? 0);
  });
}

/** Wallets without number were let go and are due: nobody is told of each. Answers how many. */
async function tellOfMany(client: pg.PoolClient, count: number): Promise<number> {
  if (count > 0) await notify(client, 'wallet_changed', '');
  return count;
}

/** Whether so many wallets, or more, are loaded on the chain, or are to be. */
export async function hasWallets(
  database: Pick<Database, 'pool'>,
  { chainId, count }: { chainId: number; count: number },
): Promise<boolean> {
  const found = await queryCount(
    database.pool,
    'SELECT count(*) FROM (SELECT FROM sync WHERE chain_id = $1 LIMIT $2) AS found',
    [chainId, count],
  );
  return found >= count;
}

/** Counts who follows, for the pace of the checks; answers it. */
export async function countFollowers(database: Writer, chainId: number): Promise<number> {
  return database.transaction((client) =>
    queryCount(
      client,
      `UPDATE chain_cursor SET followers = (SELECT count(*) FROM sync WHERE sync.chain_id = $1 AND follows)
       WHERE chain_id = $1 RETURNING followers`,
      [chainId],
    ),
  );
}
