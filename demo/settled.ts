/** Whether the service has done of new wallets what comes before booking them. */
import type { Address } from '../src/domain/model.ts';
import { defaultClientName, ensureClient } from '../src/store/clients/client-rows.ts';
import type { Database } from '../src/store/connection/database.ts';
import { duePricing } from '../src/store/queues/pricing-queue.ts';
import { countDueReconciliations } from '../src/store/sync/reconciliation-requests.ts';
import { findRegistrations } from '../src/store/sync/registrations.ts';

/**
 * Whether the balances of the default client's wallets were compared with the chain since they were loaded, and no wallet waits
 * for prices. The comparison comes first: it finds what tokens have brought by growing, which is priced and booked like all else.
 */
export async function areSettled(database: Database, addresses: readonly Address[]): Promise<boolean> {
  const { id: clientId } = await ensureClient(database, defaultClientName);
  const registered = await findRegistrations(database, clientId, addresses);
  const walletIds = registered.map(({ walletId }) => walletId);
  if ((await countDueReconciliations(database, walletIds, new Date(0))) > 0) return false;
  return (await duePricing(database, 1)).length === 0;
}
