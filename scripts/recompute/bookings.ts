/** What each transfer is booked as, by the client's wallets and settings (docs/accounting.md), beside what the file of transfers says. */
import { carriesOf } from './carried.ts';
import { crossingsOf } from './crossings.ts';
import type { Group, History, Settings, Transfer } from './history.ts';
import { plainTreatment } from './legs.ts';
import { compareTexts, emptyTally, type Tally } from './tally.ts';

export function compareBookings({ groups }: History, settings: Settings): Tally {
  const tally = emptyTally();
  const served: Record<string, string> = {};
  const computed: Record<string, string> = {};
  for (const group of groups) {
    const bookingOf = bookingsIn(group, settings);
    for (const transfer of group.transfers) {
      served[transfer.id] = transfer.bookedAs;
      computed[transfer.id] = bookingOf(transfer);
    }
  }
  compareTexts(tally, 'bookings', 'booked_as of', served, computed);
  return tally;
}

function bookingsIn(group: Group, settings: Settings): (transfer: Transfer) => string {
  const carries = carriesOf(group);
  const crossings = crossingsOf(group);
  return (transfer) => {
    const { treatment, out } = transfer;
    const plain = out ? 'DISPOSAL' : 'ACQUISITION';
    const carry = carries.get(transfer);
    if (carry !== undefined) {
      if (carry.sort === 'wrap') return 'CARRY';
      if (settings[carry.sort] === 'realize') return plain;
      return carry.sort === 'ownTransfers' ? 'OWN_MOVE' : 'CARRY';
    }
    const isElsewhere = crossings.has(transfer) || treatment === 'HELD';
    if (isElsewhere && settings.deposits === 'realize') return plain;
    return crossings.has(transfer) ? 'CARRY' : plainTreatment(transfer);
  };
}
