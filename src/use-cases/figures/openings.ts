/** What a client's opening lots add to its balances beyond the transfers that are known. */

import type { Database } from '../../store/connection/database.ts';
import { type OpeningSum, sumOpeningLots } from '../../store/ledger/correction-rows.ts';
import type { BalanceSumRow } from '../../store/pages/balance-sums.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';

type BalanceKey = Pick<OpeningSum, 'walletId' | 'chainId' | 'tokenAddress'>;

export interface Openings {
  /** Base units; 0 where there is none. */
  of(key: BalanceKey): bigint;
  /** The sums of the wallets' transfers with what the opening lots add. */
  addTo(sums: readonly BalanceSumRow[], ofWallets: ReadonlySet<number>): BalanceSumRow[];
}

const nameOf = (key: BalanceKey): string => `${key.walletId}:${key.chainId}:${key.tokenAddress}`;

/** Asks only where a client has corrections. */
export async function loadOpenings(
  database: Database,
  clientId: number,
  wallets: readonly RegistrationRow[],
): Promise<Openings> {
  const walletIds = wallets.flatMap(({ walletId, hasCorrections }) => (hasCorrections ? [walletId] : []));
  const rows = await sumOpeningLots(database, clientId, walletIds);
  const byName = new Map(rows.map((row) => [nameOf(row), row.quantity]));
  const of = (key: BalanceKey): bigint => byName.get(nameOf(key)) ?? 0n;
  return {
    of,
    addTo(sums, ofWallets) {
      const known = new Set(sums.map(nameOf));
      const others = rows.filter((row) => ofWallets.has(row.walletId) && !known.has(nameOf(row)));
      return [
        ...sums.map((sum) => ({ ...sum, amount: sum.amount + of(sum) })),
        ...others.map(({ walletId, chainId, tokenAddress, quantity: amount }) => ({
          ...{ walletId, chainId, tokenAddress, amount, spamAmount: 0n, hasOutflow: false },
        })),
      ];
    },
  };
}
