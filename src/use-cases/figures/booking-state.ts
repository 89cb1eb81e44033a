/** Whether figures still wait for the ledger. */
import type { Database } from '../../store/connection/database.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import { loadRuns } from './balance-figures.ts';

export function createBookingState({
  database,
  ownership,
}: {
  database: Database;
  ownership: Ownership;
}): Pick<ReadModel, 'areBooking'> {
  return {
    async areBooking(caller, addresses) {
      requireScope(caller, 'read');
      const registrations = await ownership.require(caller, addresses);
      const ids = registrations.map(({ walletId }) => walletId);
      const runs = await loadRuns(database, caller.clientId, ids);
      const waits = new Map(
        registrations.map(({ address, walletId }) => [address, runs.get(walletId)?.isStale !== false]),
      );
      return addresses.map((address) => waits.get(address) === true);
    },
  };
}
