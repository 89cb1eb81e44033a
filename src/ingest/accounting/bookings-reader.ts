/**
 * What a client's own ledger makes of single transfers: what their transactions are booked as, with the client's other wallets, settings
 * and corrections. It is worked out from the rows, by the rules that book them (movements.ts), when it is asked for: a change shows at
 * once, whether it is booked already or not.
 */
import { bookingOf } from '../../domain/accounting/booking/booked-treatment.ts';
import { applyCorrections } from '../../domain/accounting/booking/lay-corrections.ts';
import type { BookingKind } from '../../domain/model.ts';
import { currencyTokens } from '../../domain/money/currencies.ts';
import type { Database } from '../../store/connection/database.ts';
import { findActiveCorrections } from '../../store/ledger/active-corrections.ts';
import { movementKeyOf } from '../../store/ledger/ledger-rows.ts';
import { findRowsOfTransactions } from '../../store/ledger/lists/rows-of-transactions.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { loadCorrections } from './ledger-corrections.ts';
import { createMovementContexts } from './movement-context.ts';
import { movementsOf } from './movements.ts';
import { transactionOf } from './own-moves.ts';

interface BookingsRequest {
  clientId: number;
  /** Positions of transactions. */
  transactions: readonly string[];
}

/** A wallet's address, and the position of one of its transfers in the transactions; what the ledger leaves out is not among them. */
interface BookedTransfer {
  wallet: string;
  position: string;
  booking: BookingKind;
}

async function readTransferBookings(
  database: Database,
  { clientId, transactions }: BookingsRequest,
): Promise<BookedTransfer[]> {
  const rows = await findRowsOfTransactions(database, clientId, [...new Set(transactions)]);
  // Corrections alone have money in them, and what they cost is not asked: whose prices the rates are does not matter.
  const contexts = createMovementContexts(database, rows.wallets, {
    currencyTokens,
    reportingCurrency: null,
  });
  const walletIds = rows.wallets.map(({ walletId }) => walletId);
  const [settings, context, corrections] = await Promise.all([
    findLedgerSettings(database, clientId),
    contexts.withoutRates([rows]),
    loadCorrections(
      { corrections: () => findActiveCorrections(database.pool, clientId, walletIds) },
      clientId,
      contexts,
    ),
  ]);
  const transfersOf = Map.groupBy(rows.transfers, ({ position }) => transactionOf(position));
  return [...Map.groupBy(rows.transactions, ({ position }) => position)].flatMap(([position, own]) => {
    const piece = { transactions: own, transfers: transfersOf.get(position) ?? [] };
    const { movements } = movementsOf(piece, context);
    return applyCorrections(movements, corrections.ofTransfer, settings).flatMap((movement) => {
      const booking = bookingOf(movement, settings);
      if (booking === null || movement.part !== undefined) return [];
      return [{ wallet: movement.wallet, position: movementKeyOf(movement.id).position, booking }];
    });
  });
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createBookingsReader =
  (database: Database) =>
  (request: BookingsRequest): Promise<BookedTransfer[]> =>
    readTransferBookings(database, request);
