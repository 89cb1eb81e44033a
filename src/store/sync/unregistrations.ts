/**
 * Wallets that a client no longer follows: any number of them in one transaction of a few statements, however many the client has.
 * All of them or none: where one is not the client's, nothing is written.
 */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { notifyAll } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, withTransaction } from '../connection/sql.ts';
import { removeClientLogs } from '../history/events/client-events.ts';
import { firstPosition, noteLedgerChanges } from '../history/ledger-changes.ts';
import { lockLedgerRuns, removeLedgers, supersedeLooseRuns } from '../ledger/ledger-chains.ts';
import { endWalletLanes } from '../webhooks/webhook-lanes.ts';
import { assignTurns } from './loading-turns.ts';

/** Those that the client does not have, in the order given; none: it is done. */
type Missing = Address[];

/**
 * Unregisters wallets that stay the client's own: nobody reads them any more, and they are loaded and booked on, so that moves
 * to and from them stay moves and the figures of the others what they are. All or none.
 */
export async function keepAsOwn(
  database: Database,
  clientId: number,
  addresses: readonly Address[],
): Promise<Missing> {
  return withTransaction(database.pool, async (client) => {
    const { missing, walletIds } = await lockRegistered(client, { clientId, addresses, ownOnlyToo: false });
    if (missing.length > 0) return missing;
    await client.query(
      'UPDATE registration SET is_own_only = true WHERE client_id = $1 AND wallet_id = ANY($2::int[])',
      [clientId, walletIds],
    );
    await endWalletLanes(client, clientId, walletIds);
    await notifyAll(client, 'wallet_changed', walletIds);
    return [];
  });
}

/** The wallets that a client unregistered and that stay its own. */
export const findOwnOnly = (database: Database, clientId: number): Promise<Address[]> =>
  queryRows(
    database.pool,
    `SELECT address FROM registration JOIN wallet ON wallet.id = wallet_id
     WHERE client_id = $1 AND is_own_only ORDER BY wallet_id`,
    [clientId],
    (row) => hexOf(row.text()),
  );

/**
 * Unregisters wallets that are not, or no longer, the client's own; those that are only kept as its own, too. When a wallet has
 * no client left, its data is purged later. All or none.
 */
export async function unregisterWallets(
  database: Database,
  clientId: number,
  addresses: readonly Address[],
): Promise<Missing> {
  return withTransaction(database.pool, async (client) => {
    const { missing, walletIds } = await lockRegistered(client, { clientId, addresses, ownOnlyToo: true });
    if (missing.length > 0) return missing;
    // First, as whoever switches a ledger does: none waits in a circle.
    await lockLedgerRuns(client, clientId);
    const fellows = await findFellows(client, clientId, walletIds);
    await client.query('DELETE FROM registration WHERE client_id = $1 AND wallet_id = ANY($2::int[])', [
      clientId,
      walletIds,
    ]);
    await removeLedgers(client, clientId, walletIds);
    await client.query(
      `UPDATE wallet SET orphaned_at = now() WHERE id = ANY($1::int[]) AND orphaned_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM registration WHERE wallet_id = wallet.id)`,
      [walletIds],
    );
    await assignTurns(client, walletIds);
    // The client's ledger and corrections went with the registration: a run that is being booked still knows them.
    await supersedeLooseRuns(client, clientId);
    await noteLedgerChanges(client, { clientId, walletIds, fromPosition: firstPosition });
    await removeClientLogs(client, clientId, walletIds);
    await notifyAll(client, 'wallet_changed', [...new Set([...walletIds, ...fellows])]);
    return [];
  });
}

/** The wallets whose ledgers were booked together with these: they are booked again without them. */
async function findFellows(
  client: pg.PoolClient,
  clientId: number,
  walletIds: readonly number[],
): Promise<number[]> {
  const runIds = await queryRows(
    client,
    'SELECT DISTINCT run_id FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[])',
    [clientId, walletIds],
    (row) => row.bigint(),
  );
  return queryRows(
    client,
    'SELECT DISTINCT unnest(wallet_ids) FROM ledger_run WHERE id = ANY($1::bigint[])',
    [runIds],
    (row) => row.integer(),
  );
}

/**
 * Locks the wallets, in the order of all callers, before anything is looked at: of two calls at once the second finds what the
 * first has left.
 */
async function lockRegistered(
  client: pg.PoolClient,
  request: { clientId: number; addresses: readonly Address[]; ownOnlyToo: boolean },
): Promise<{ missing: Missing; walletIds: number[] }> {
  const { clientId, addresses, ownOnlyToo } = request;
  const distinct = [...new Set(addresses)];
  // One that is purged and registered anew in between has not been locked: only those that are may be touched.
  const locked = await queryRows(
    client,
    'SELECT id FROM wallet WHERE address = ANY($1::text[]) ORDER BY address COLLATE "C" FOR UPDATE',
    [distinct],
    (row) => row.integer(),
  );
  const rows = await queryRows(
    client,
    `SELECT wallet.id, wallet.address FROM wallet JOIN registration ON registration.wallet_id = wallet.id
     WHERE registration.client_id = $1 AND wallet.id = ANY($2::int[]) AND ($3 OR NOT is_own_only) ORDER BY wallet.id`,
    [clientId, locked, ownOnlyToo],
    (row) => ({ id: row.integer(), address: hexOf(row.text()) }),
  );
  const found = new Set(rows.map(({ address }) => address));
  return { missing: distinct.filter((address) => !found.has(address)), walletIds: rows.map(({ id }) => id) };
}
