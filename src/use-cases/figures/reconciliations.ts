/** The last comparison of balances with the chain, as it is shown beside them. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import { findReconciliations, type ReconciliationRow } from '../../store/sync/reconciliation-rows.ts';
import type { ReconciliationView } from '../model/figures-model.ts';

interface BalanceKey {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
}

/** One query for all balances of the wallets; answers by balance, null where it was not compared. */
export async function loadReconciliations(
  database: Database,
  walletIds: readonly number[],
): Promise<(key: BalanceKey) => ReconciliationRow | null> {
  const nameOf = (key: BalanceKey): string => `${key.walletId}:${key.chainId}:${key.tokenAddress}`;
  const rows = await findReconciliations(database, walletIds);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return (key) => byName.get(nameOf(key)) ?? null;
}

/**
 * @param opening What the client's opening lots add to its balance.
 * @param format Base units of the token as text.
 */
export function reconciliationView(
  row: ReconciliationRow | null,
  opening: bigint,
  format: (amount: bigint) => string,
): ReconciliationView | null {
  if (row === null) return null;
  return {
    onChainBalance: format(row.onChain),
    difference: format(row.difference - opening),
    blockNumber: row.blockNumber,
    checkedAt: row.checkedAt,
  };
}
