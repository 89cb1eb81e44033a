/** What the caller's ledger makes of transfers, with all of its wallets, its settings and its corrections. */
import type { BookingKind } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import { requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';

/** What a client's ledger makes of the transfers of some transactions, which are named by their positions. */
export type ReadBookings = (request: {
  clientId: number;
  transactions: readonly string[];
}) => Promise<readonly { wallet: string; position: string; booking: BookingKind }[]>;

export function createTransferBookings(readBookings: ReadBookings): Pick<ReadModel, 'bookingsOfTransfers'> {
  const nameOf = ({ wallet, position }: { wallet: string; position: string }): string =>
    `${wallet} ${position}`;
  return {
    async bookingsOfTransfers(caller, transfers) {
      requireScope(caller, 'read');
      // It rests on the client's other wallets and corrections, of which a credential of some wallets is told nothing.
      if (transfers.length === 0 || caller.bounds !== undefined) return transfers.map(() => null);
      const positions = transfers.map(({ position }) => position.slice(0, transactionPositionLength));
      const found = await readBookings({
        clientId: caller.clientId,
        transactions: [...new Set(positions)],
      });
      const byTransfer = new Map(found.map((booked) => [nameOf(booked), booked.booking]));
      return transfers.map((transfer) => byTransfer.get(nameOf(transfer)) ?? null);
    },
  };
}
