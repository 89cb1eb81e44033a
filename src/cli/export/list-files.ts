/** Every disposal, and every transfer, line by line. */
import { csvLine } from '../../domain/text/csv.ts';
import { createBookingsReader } from '../../ingest/accounting/bookings-reader.ts';
import type { Database } from '../../store/connection/database.ts';
import { exportDisposals } from '../../store/ledger/lists/ledger-export.ts';
import { loadSymbols } from '../../use-cases/figures/token-symbols.ts';
import { maximumPageSize } from '../../use-cases/model/view-model.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { ledgerCells, ledgerColumns, transferCells, transferColumns } from './export-forms.ts';
import { complainOfStale, type ExportRequest, findBooked } from './export-request.ts';

export async function* ledgerTexts(database: Database, request: ExportRequest): AsyncGenerator<string> {
  yield csvLine(ledgerColumns);
  const wallets = await findBooked(database, request);
  complainOfStale(wallets);
  for (const booked of wallets) {
    for await (const rows of exportDisposals(database, booked.run, request)) {
      const symbolOf = await loadSymbols(database, rows);
      yield rows.map((row) => csvLine(ledgerCells(row, booked.address, symbolOf(row.token)))).join('');
    }
  }
}

export async function* transferTexts(database: Database, request: ExportRequest): AsyncGenerator<string> {
  yield csvLine(transferColumns);
  const { clientId, wallets, from, to } = request;
  const readModel = createReadModel({
    ...{ database, enabledChains: async () => [], now: Date.now },
    readBookings: createBookingsReader(database),
  });
  try {
    const caller = { clientId, keyId: 'command-line', scopes: ['read'] as const };
    const filter = { from, to };
    for (const { address } of wallets) {
      let after: string | undefined;
      do {
        const page = await readModel.listTransfers(
          caller,
          { wallets: [address], filter, order: 'ASC' },
          { mode: 'cursor', first: maximumPageSize, ...(after === undefined ? {} : { after }) },
        );
        const bookings = await readModel.bookingsOfTransfers(caller, page.items);
        yield page.items
          .map((transfer, place) => csvLine(transferCells(transfer, bookings[place] ?? null)))
          .join('');
        after = page.hasNextPage ? page.cursors.at(-1) : undefined;
      } while (after !== undefined);
    }
  } finally {
    await readModel.close();
  }
}
