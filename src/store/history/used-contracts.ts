/** Which contracts a wallet has used: called, or given something to, in transactions that it sent. */
import type { Address } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';

/** Which of the addresses the wallet, by its own transactions that did not fail, had used before that block. */
export async function findUsedContracts(
  database: Database,
  wallet: { walletId: number; chainId: number; address: Address },
  request: { addresses: readonly Address[]; beforeBlock: number },
): Promise<Address[]> {
  if (request.addresses.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT to_address FROM transaction
     WHERE wallet_id = $1 AND chain_id = $2 AND from_address = $3 AND to_address = ANY($4::text[])
       AND block_number < $5 AND NOT is_error
     UNION
     SELECT transfer.counterparty FROM transfer
     JOIN transaction ON transaction.wallet_id = transfer.wallet_id
       AND transaction.position = left(transfer.position, ${transactionPositionLength})
     WHERE transfer.wallet_id = $1 AND transfer.chain_id = $2 AND transfer.counterparty = ANY($4::text[])
       AND transfer.side = 'outflow' AND transfer.amount <> 0 AND transfer.block_number < $5
       AND transaction.from_address = $3 AND NOT transaction.is_error`,
    [wallet.walletId, wallet.chainId, wallet.address, request.addresses, request.beforeBlock],
    (row) => hexOf(row.text()),
  );
}
