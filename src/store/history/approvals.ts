/** Which tokens a wallet ever let somebody use, and since when. */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { besideAnchor, isSpread } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';

/** The first approval of a token by a wallet. */
export interface ApprovalRecord {
  tokenAddress: Address;
  blockNumber: number;
  transactionIndex: number;
}

interface Place {
  walletId: number;
  chainId: number;
}

/** Which of the tokens the wallet had approved before that block. */
export async function findApproved(
  database: Database,
  at: Place,
  request: { tokens: readonly Address[]; beforeBlock: number },
): Promise<Address[]> {
  if (request.tokens.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT token_address FROM approval
     WHERE wallet_id = $1 AND chain_id = $2 AND token_address = ANY($3::text[]) AND block_number < $4`,
    [at.walletId, at.chainId, request.tokens, request.beforeBlock],
    (row) => hexOf(row.text()),
  );
}

/**
 * Inside a step's commit: forgets what a re-org undid, and keeps the earliest approval of each token. Later ones of the
 * same token are not kept: whatever rolls the first one back rolls them back, too, and the replay finds them again.
 */
export async function storeApprovals(
  client: pg.PoolClient,
  at: Place,
  step: { rollbackTo?: number; approvals?: readonly ApprovalRecord[] },
): Promise<void> {
  const { rollbackTo, approvals = [] } = step;
  if (rollbackTo !== undefined) {
    await client.query('DELETE FROM approval WHERE wallet_id = $1 AND chain_id = $2 AND block_number > $3', [
      at.walletId,
      at.chainId,
      rollbackTo,
    ]);
  }
  if (approvals.length === 0) return;
  const given = 'unnest($2::text[], $3::int[], $4::int[]) given (token, block, place)';
  const [walletId, from] = isSpread(client)
    ? ['anchor.wallet_id', besideAnchor(at.walletId, given)]
    : [String(at.walletId), given];
  await client.query(
    `INSERT INTO approval (wallet_id, chain_id, token_address, block_number, transaction_index)
     SELECT ${walletId}, $1::int, given.token, given.block, given.place FROM ${from}
     ON CONFLICT (wallet_id, chain_id, token_address) DO UPDATE
     SET block_number = excluded.block_number, transaction_index = excluded.transaction_index
     WHERE (excluded.block_number, excluded.transaction_index) < (approval.block_number, approval.transaction_index)`,
    [
      at.chainId,
      approvals.map(({ tokenAddress }) => tokenAddress),
      approvals.map(({ blockNumber }) => blockNumber),
      approvals.map(({ transactionIndex }) => transactionIndex),
    ],
  );
}
