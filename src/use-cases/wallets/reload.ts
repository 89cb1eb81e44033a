/** Loading wallets anew: what was stored of them is dropped. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import { reloadWallet } from '../../store/sync/leases.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { actorOf } from '../access/actor.ts';
import { type Ownership, requireScope, requireWholeClient } from '../access/ownership.ts';
import type { Caller } from '../model/view-model.ts';

interface ReloadDependencies {
  database: Database;
  ownership: Ownership;
  enabledChains: () => Promise<readonly { chainId: number; fromBlock: number }[]>;
}

/** Histories are shared: other clients that have the wallets see them load anew, too. Hence the scope `admin`. */
export async function reload(
  { database, ownership, enabledChains }: ReloadDependencies,
  caller: Caller,
  addresses: readonly Address[],
): Promise<readonly RegistrationRow[]> {
  requireScope(caller, 'admin');
  requireWholeClient(caller);
  const registrations = await ownership.require(caller, addresses);
  const starts = new Map((await enabledChains()).map(({ chainId, fromBlock }) => [chainId, fromBlock]));
  const actor = actorOf(caller);
  for (const { walletId, address } of registrations) {
    const entry = { clientId: caller.clientId, actor, action: 'wallet_reloaded', subject: address } as const;
    await reloadWallet(database, walletId, { starts, entry });
  }
  return registrations;
}
