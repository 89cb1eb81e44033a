/** Which ledgers wallets are in: those that were booked together are booked together again. */
import type { Address } from '../../../domain/model.ts';
import type { Database } from '../../../store/connection/database.ts';
import { findBookedGroup } from '../../../store/ledger/search/booked-group.ts';

export type GroupWallets = readonly { walletId: number; address: Address }[];

/** Each group once. Those that a newer move links are so when it is booked. null: one of the wallets is not booked. */
export async function findBookedGroups(
  database: Database,
  { clientId, walletIds }: { clientId: number; walletIds: readonly number[] },
): Promise<GroupWallets[] | null> {
  const groups: GroupWallets[] = [];
  const wanted = new Set(walletIds);
  for (const walletId of walletIds) {
    if (!wanted.has(walletId)) continue;
    const group = await findBookedGroup(database, { clientId, walletId });
    if (!group.some((wallet) => wallet.walletId === walletId)) return null;
    for (const wallet of group) wanted.delete(wallet.walletId);
    groups.push(group);
  }
  return groups;
}
