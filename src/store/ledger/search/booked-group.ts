/** Which wallets a client's ledger was last booked for together with one of them. */
import type { Address } from '../../../domain/model.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows } from '../../connection/sql.ts';
import type { StaleLedger } from './stale-ledgers.ts';

/** By id; none: it was not booked yet, or one of them is not registered any more. */
export async function findBookedGroup(
  database: Database,
  { clientId, walletId }: StaleLedger,
): Promise<{ walletId: number; address: Address }[]> {
  const [ids = ''] = await queryRows(
    database.pool,
    `SELECT array_to_string(run.wallet_ids, ',') FROM ledger_wallet booked JOIN ledger_run run ON run.id = booked.run_id
     WHERE booked.client_id = $1 AND booked.wallet_id = $2`,
    [clientId, walletId],
    (row) => row.text(),
  );
  const walletIds = ids === '' ? [] : ids.split(',').map(Number);
  const found = await queryRows(
    database.pool,
    `SELECT wallet_id, address FROM registration JOIN wallet ON wallet.id = wallet_id
     WHERE client_id = $1 AND wallet_id = ANY($2::int[]) ORDER BY wallet_id`,
    [clientId, walletIds],
    (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
  );
  return found.length === walletIds.length ? found : [];
}
