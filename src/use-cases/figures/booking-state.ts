/** Whether figures still wait for the ledger. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import type { BookingView } from '../model/totals-model.ts';
import { loadRuns } from './balance-figures.ts';

export function createBookingState({
  database,
  ownership,
}: {
  database: Database;
  ownership: Ownership;
}): Pick<ReadModel, 'bookingOf'> {
  return {
    async bookingOf(caller, addresses) {
      requireScope(caller, 'read');
      const registrations = await ownership.require(caller, addresses);
      const ids = registrations.map(({ walletId }) => walletId);
      const runs = await loadRuns(database, caller.clientId, ids);
      const states = new Map(
        registrations.map(({ address, walletId }): [Address, BookingView] => {
          const run = runs.get(walletId);
          // What is told in another currency than the client wants is booked anew, though nothing has come.
          const isBooking =
            run === undefined || run.isStale || run.reportingCurrency !== (caller.reportingCurrency ?? null);
          return [address, { isBooked: run !== undefined, isBooking }];
        }),
      );
      return addresses.map((address) => states.get(address) ?? { isBooked: false, isBooking: true });
    },
  };
}
