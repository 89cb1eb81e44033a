/** What is stored of a wallet's history goes as a whole: on one chain or all, to be loaded anew or for good. */
import type pg from 'pg';
import { queryRows } from '../connection/sql.ts';
import { chainTables } from '../schema/wallet-tables.ts';
import { appendEvents } from './events/wallet-events.ts';
import { firstPosition, noteWalletChange } from './ledger-changes.ts';
import { forgetArrivals } from './transfer-arrivals.ts';

/**
 * Deletes the rows of a wallet that follow from a chain, notes the change and tells of it.
 *
 * @param chainId null: of all chains
 */
export async function removeHistory(
  client: pg.PoolClient,
  walletId: number,
  chainId: number | null,
): Promise<void> {
  const emptied = await queryRows(
    client,
    `SELECT chain_id FROM counter WHERE wallet_id = $1 AND ($2::int IS NULL OR chain_id = $2)
       AND transfer_count + transaction_count > 0`,
    [walletId, chainId],
    (row) => row.integer(),
  );
  for (const table of chainTables) {
    await client.query(`DELETE FROM ${table} WHERE wallet_id = $1 AND ($2::int IS NULL OR chain_id = $2)`, [
      walletId,
      chainId,
    ]);
  }
  await noteWalletChange(client, walletId, firstPosition);
  if (emptied.length > 0) await forgetArrivals(client, walletId);
  const gone = emptied.map((of) => ({ kind: 'transfer.retracted', chainId: of, rows: null }) as const);
  await appendEvents(client, walletId, gone);
}

/** What is told of changes goes with the wallet. */
const logTables = [
  ...['ledger_wallet', 'ledger_input', 'ledger_change', 'transfer_arrival', 'wallet_event', 'client_event'],
  ...['client_log', 'pricing_queue'],
];

/** Deletes everything of a wallet that nobody follows any more; nobody is left to be told of it. */
export async function purgeHistory(client: pg.PoolClient, walletId: number): Promise<void> {
  for (const table of [...chainTables, ...logTables]) {
    await client.query(`DELETE FROM ${table} WHERE wallet_id = $1`, [walletId]);
  }
}
