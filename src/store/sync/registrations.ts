/** Which client follows which wallet. Chain data is stored once per wallet, whoever registered it. */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { defaultClientLimits, guardClientLimit } from '../clients/client-limits.ts';
import { isSpread } from '../cluster/wallet-statements.ts';
import { notifyAll } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { queryCount, queryRows, type RowReader, withTransaction } from '../connection/sql.ts';
import { toldSoFar } from '../history/events/told-so-far.ts';
import { purgeHistory } from '../history/history-removal.ts';
import { openWalletLanes } from '../webhooks/webhook-lanes.ts';
import { assignTurns } from './loading-turns.ts';

/** A client's registration of a wallet. `created`: by the call that answers it. */
export interface RegistrationRow {
  id: number;
  walletId: number;
  address: Address;
  created: boolean;
  /** The client has corrections of it in force. */
  hasCorrections: boolean;
  /** Some of its transfers are spam to others, and count in this client's ledger (cleared-transfers.ts). */
  hasCleared: boolean;
}

/** A chain to load wallets on, from a block on. */
export interface ChainStart {
  chainId: number;
  fromBlock: number;
}

const address = (row: RowReader): Address => `0x${row.text().slice(2)}`;

const readRegistration = (row: RowReader): RegistrationRow => ({
  id: row.integer(),
  walletId: row.integer(),
  address: address(row),
  created: false,
  hasCorrections: row.boolean(),
  hasCleared: row.boolean(),
});

const registrationColumns = (
  hasCleared: string,
): string => `registration.id, registration.wallet_id, wallet.address,
  EXISTS (SELECT 1 FROM correction WHERE correction.client_id = registration.client_id
    AND correction.wallet_id = registration.wallet_id AND undone_at IS NULL), ${hasCleared}`;
const isCleared = `EXISTS (SELECT 1 FROM ledger_wallet booked WHERE booked.client_id = registration.client_id
  AND booked.wallet_id = registration.wallet_id AND booked.has_cleared)`;
const registrationTables = 'registration JOIN wallet ON wallet.id = registration.wallet_id';

/**
 * Registers wallets for a client, in the order given; idempotent, and safe when many calls name the same wallets at
 * once. The sync rows of all given chains are there when it returns, and the workers are told.
 */
export async function registerWallets(
  database: Database,
  request: {
    clientId: number;
    addresses: readonly Address[];
    chains: readonly ChainStart[];
    /** Wallets per client, unless the client has a limit of its own; throws ClientLimitError beyond. */
    limit?: number;
  },
): Promise<RegistrationRow[]> {
  const addresses = [...new Set(request.addresses)];
  if (addresses.length === 0) return [];
  // Who has them all waits for nobody who registers the same.
  const known = await registrationsOf(database.pool, request.clientId, addresses);
  if (known.length === addresses.length && (await areOn(database, known, request.chains))) return known;
  return withTransaction(database.pool, async (client) => {
    const { clientId, limit = defaultClientLimits.wallets } = request;
    const checkLimit = await guardClientLimit(client, { clientId, what: 'wallets', limit });
    const walletIds = await upsertWallets(client, addresses);
    const told = await toldSoFar(client, () => walletIds.map((walletId) => ({ walletId, clientId })));
    const registered = await queryRows(
      client,
      // Numbered in the order of the request. The order of locks is that of the wallets, which are locked already.
      // Its log of events begins here.
      `INSERT INTO registration (client_id, wallet_id, told_before)
       SELECT client_id, wallet_id, coalesce(${told('registered')}, 0) FROM (
         SELECT $1::int AS client_id, wallet.id AS wallet_id, place
         FROM unnest($2::text[]) WITH ORDINALITY wanted (address, place) JOIN wallet ON wallet.address = wanted.address) registered
       ORDER BY place
       ON CONFLICT (client_id, wallet_id) DO UPDATE SET is_own_only = false, told_before = excluded.told_before
         WHERE registration.is_own_only RETURNING id, wallet_id`,
      [request.clientId, addresses],
      (row) => ({ id: row.integer(), walletId: row.integer() }),
    );
    if (registered.length > 0) await checkLimit();
    const onNewChains = await insertSyncRows(client, request.chains, walletIds);
    const changed = [...new Set([...registered.map(({ walletId }) => walletId), ...onNewChains])];
    await assignTurns(client, changed);
    await openWalletLanes(client, {
      clientId,
      walletIds: registered.map(({ walletId }) => walletId),
      told,
    });
    // Of wallets that the client has already, on the same chains, nothing changes.
    await notifyAll(client, 'wallet_changed', changed);
    const created = new Set(registered.map(({ id }) => id));
    const rows = await registrationsOf(client, request.clientId, addresses);
    return rows.map((row) => ({ ...row, created: created.has(row.id) }));
  });
}

type Connection = Pick<pg.Pool, 'query'>;

/**
 * A client's registrations, with what its ledgers say of them.
 * @param rest SQL that follows the columns, with its parameters
 */
async function readRegistrations(
  client: Connection,
  clientId: number,
  rest: { sql: string; values: unknown[] },
): Promise<RegistrationRow[]> {
  const select = (hasCleared: string): Promise<RegistrationRow[]> =>
    queryRows(client, `SELECT ${registrationColumns(hasCleared)} ${rest.sql}`, rest.values, readRegistration);
  if (!isSpread(client)) return select(isCleared);
  // Ledgers lie on other nodes than registrations: all nodes are asked at once.
  const rows = await select('false');
  if (rows.length === 0) return rows;
  const cleared = await queryRows(
    client,
    'SELECT wallet_id FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[]) AND has_cleared',
    [clientId, rows.map(({ walletId }) => walletId)],
    (row) => row.integer(),
  );
  const known = new Set(cleared);
  return rows.map((row) => ({ ...row, hasCleared: known.has(row.walletId) }));
}

/** Makes the wallets exist and locks their rows in one order for all callers, so that none waits in a circle. */
async function upsertWallets(client: pg.PoolClient, addresses: readonly Address[]): Promise<number[]> {
  const sorted = [...addresses].sort();
  await client.query(
    `INSERT INTO wallet (address) SELECT unnest($1::text[]) ON CONFLICT (address) DO NOTHING`,
    [sorted],
  );
  // The lock also keeps the purge of orphans away until this registration is committed.
  const ids = await queryRows(
    client,
    `SELECT id FROM wallet WHERE address = ANY($1::text[]) ORDER BY address COLLATE "C" FOR UPDATE`,
    [sorted],
    (row) => row.integer(),
  );
  await client.query(
    `WITH adopted AS (
       UPDATE wallet SET orphaned_at = NULL WHERE id = ANY($1::int[]) AND orphaned_at IS NOT NULL RETURNING id)
     -- Nobody followed it meanwhile: it is loaded when it has caught up.
     UPDATE sync SET loaded_at = NULL, follows = false, next_run_at = now() FROM adopted WHERE sync.wallet_id = adopted.id`,
    [ids],
  );
  return ids;
}

/** Whether each of the wallets has its row for each of the chains. */
async function areOn(
  { pool }: Database,
  wallets: readonly { walletId: number }[],
  chains: readonly ChainStart[],
): Promise<boolean> {
  const [walletIds, chainIds] = [
    wallets.map(({ walletId }) => walletId),
    chains.map(({ chainId }) => chainId),
  ];
  const text = 'SELECT count(*) FROM sync WHERE wallet_id = ANY($1::int[]) AND chain_id = ANY($2::int[])';
  return (await queryCount(pool, text, [walletIds, chainIds])) === walletIds.length * chainIds.length;
}

async function insertSyncRows(
  client: Pick<pg.Pool, 'query'>,
  chains: readonly ChainStart[],
  walletIds: readonly number[],
): Promise<number[]> {
  return queryRows(
    client,
    `INSERT INTO sync (wallet_id, chain_id, from_block)
     SELECT wallet_id, chain_id, from_block
     FROM unnest($1::int[]) wallet_id, unnest($2::int[], $3::int[]) chain (chain_id, from_block)
     ORDER BY wallet_id, chain_id
     ON CONFLICT (wallet_id, chain_id) DO NOTHING RETURNING wallet_id`,
    [walletIds, chains.map(({ chainId }) => chainId), chains.map(({ fromBlock }) => fromBlock)],
    (row) => row.integer(),
  );
}

/** Gives every registered wallet a sync row for every given chain: for a chain that was enabled later. */
export async function ensureSyncRows(database: Database, chains: readonly ChainStart[]): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    const walletIds = await queryRows(client, 'SELECT DISTINCT wallet_id FROM registration', [], (row) =>
      row.integer(),
    );
    const changed = [...new Set(await insertSyncRows(client, chains, walletIds))];
    await assignTurns(client, changed);
    await notifyAll(client, 'wallet_changed', changed);
  });
}

/** The client's registrations of these wallets, in the order of the addresses; those kept as its own only are left out. */
export async function findRegistrations(
  database: Database,
  clientId: number,
  addresses: readonly Address[],
): Promise<RegistrationRow[]> {
  return registrationsOf(database.pool, clientId, addresses);
}

function registrationsOf(
  client: Connection,
  clientId: number,
  addresses: readonly Address[],
): Promise<RegistrationRow[]> {
  return readRegistrations(client, clientId, {
    sql: `FROM ${registrationTables} JOIN unnest($2::text[]) WITH ORDINALITY wanted (address, place)
      ON wallet.address = wanted.address
      WHERE registration.client_id = $1 AND NOT is_own_only ORDER BY wanted.place`,
    values: [clientId, [...new Set(addresses)]],
  });
}

/** A page of the client's registrations by id: oldest first unless `order` says otherwise. */
export async function listRegistrations(
  database: Database,
  request: { clientId: number; offset?: number; limit: number; afterId?: number; order?: 'ASC' | 'DESC' },
): Promise<RegistrationRow[]> {
  const { clientId, offset = 0, limit, afterId, order = 'ASC' } = request;
  return readRegistrations(database.pool, clientId, {
    sql: `FROM ${registrationTables} WHERE registration.client_id = $1 AND NOT is_own_only
      AND ($2::int IS NULL OR registration.id ${order === 'ASC' ? '>' : '<'} $2::int)
      ORDER BY registration.id ${order === 'ASC' ? 'ASC' : 'DESC'} LIMIT $3 OFFSET $4`,
    values: [clientId, afterId ?? null, limit, offset],
  });
}

export async function countRegistrations(database: Database, clientId: number): Promise<number> {
  return queryCount(
    database.pool,
    'SELECT count(*) FROM registration WHERE client_id = $1 AND NOT is_own_only',
    [clientId],
  );
}

/** Deletes the wallets, with all their data, that nobody registers any more since before a moment. Answers how many. */
export async function purgeOrphans(database: Database, olderThan: Date): Promise<number> {
  const candidates = await queryRows(
    database.pool,
    'SELECT id FROM wallet WHERE orphaned_at < $1 ORDER BY id',
    [olderThan],
    (row) => row.integer(),
  );
  let purged = 0;
  // One transaction each: a large wallet does not hold up the others.
  for (const walletId of candidates) if (await purgeWallet(database, walletId, olderThan)) purged += 1;
  return purged;
}

async function purgeWallet(database: Database, walletId: number, olderThan: Date): Promise<boolean> {
  return withTransaction(database.pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    const { rowCount } = await client.query(
      `SELECT 1 FROM wallet WHERE id = $1 AND orphaned_at < $2
         AND NOT EXISTS (SELECT 1 FROM registration WHERE wallet_id = $1) FOR UPDATE`,
      [walletId, olderThan],
    );
    if (rowCount === 0) return false;
    // The sync rows first: a worker that has one leased can then commit nothing any more.
    await client.query('DELETE FROM sync WHERE wallet_id = $1', [walletId]);
    await purgeHistory(client, walletId);
    await client.query('DELETE FROM wallet WHERE id = $1', [walletId]);
    return true;
  });
}

/** The wallet of that address, whoever registered it. */
export async function findWallet(
  database: Database,
  walletAddress: Address,
): Promise<{ id: number; address: Address } | null> {
  const [wallet] = await queryRows(
    database.pool,
    'SELECT id, address FROM wallet WHERE address = $1',
    [walletAddress],
    (row) => ({ id: row.integer(), address: address(row) }),
  );
  return wallet ?? null;
}
