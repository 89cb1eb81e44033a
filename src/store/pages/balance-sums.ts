/** Balances as the rows add up: transfers, less the fees that the wallet paid. */
import { type Address, zeroAddress } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { readRows } from '../connection/request-scope.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import { rowsInReach } from './reach.ts';

/** What a wallet holds of one fungible token, in base units. */
export interface BalanceSumRow {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
  /** Signed transfers that are neither spam nor of a token that stands for a debt, less fees when the token is the native one. */
  amount: bigint;
  /** Signed transfers that are spam. */
  spamAmount: bigint;
  /** Any outflow that is not spam; a fee alone is none. */
  hasOutflow: boolean;
}

/** With what protocols and bridges still have of it, or have lent, if all that they gave and got back is principal. */
export interface TransferSumRow extends BalanceSumRow {
  handedOver: bigint;
  borrowed: bigint;
}

/** One row per (wallet, chain, fungible token), in that order; a native one too where only fees were paid. */
export async function sumTransfers(
  database: Database,
  walletIds: readonly number[],
): Promise<TransferSumRow[]> {
  if (walletIds.length === 0) return [];
  return readRows(
    async () =>
      (await rowsInReach(database, { table: 'transfer', walletIds })) +
      (await rowsInReach(database, { table: 'transaction', walletIds })),
    () => readSums(database, walletIds),
  );
}

const isReal = 'spam_reason IS NULL';
/** At a protocol, or on its way over a bridge. */
const isWaiting = "(tax_treatment IN ('HELD', 'CARRY'))";
const isAsset = "tax_treatment IS DISTINCT FROM 'LIABILITY'";

function readSums(database: Database, walletIds: readonly number[]): Promise<TransferSumRow[]> {
  return queryRows(
    database.pool,
    `SELECT wallet_id, chain_id, token_address, sum(amount), sum(spam_amount), bool_or(has_outflow), sum(handed_over),
       sum(borrowed) FROM (
       SELECT wallet_id, chain_id, token_address,
         coalesce(sum(amount) FILTER (WHERE ${isReal} AND ${isAsset}), 0) AS amount,
         coalesce(sum(amount) FILTER (WHERE spam_reason IS NOT NULL), 0) AS spam_amount,
         coalesce(bool_or(side = 'outflow') FILTER (WHERE ${isReal} AND ${isAsset}), false) AS has_outflow,
         coalesce(-sum(amount) FILTER (WHERE ${isReal} AND ${isWaiting}), 0) AS handed_over,
         coalesce(sum(amount) FILTER (WHERE ${isReal} AND held_by IS NOT NULL AND NOT ${isWaiting}), 0) AS borrowed
       FROM transfer WHERE wallet_id = ANY($1::int[]) AND standard IN ('native', 'erc20')
       GROUP BY wallet_id, chain_id, token_address
       UNION ALL
       SELECT wallet_id, chain_id, $2, -sum(fee), 0, false, 0, 0
       FROM transaction WHERE wallet_id = ANY($1::int[]) AND fee <> 0 GROUP BY wallet_id, chain_id
     ) AS movements
     GROUP BY wallet_id, chain_id, token_address ORDER BY wallet_id, chain_id, token_address`,
    [walletIds, zeroAddress],
    (row) => ({
      walletId: row.integer(),
      chainId: row.integer(),
      tokenAddress: hexOf(row.text()),
      amount: row.bigint(),
      spamAmount: row.bigint(),
      hasOutflow: row.boolean(),
      handedOver: row.bigint(),
      borrowed: row.bigint(),
    }),
  );
}
