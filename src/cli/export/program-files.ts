/** Files for other programs, as the service answers them. */
import { koinlyColumns } from '../../domain/exports/koinly.ts';
import type { CostMethod, Currency, FiatCurrency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { csvLine } from '../../domain/text/csv.ts';
import { createBookingsReader } from '../../ingest/accounting/bookings-reader.ts';
import type { Database } from '../../store/connection/database.ts';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { complain, UsageError } from '../terminal/output.ts';

interface ProgramFileRequest {
  clientId: number;
  reportingCurrency?: FiatCurrency | null;
  currencyTokens?: CurrencyTokens;
  wallets: readonly { address: Address }[];
  method: CostMethod;
  currency: Currency;
  /** Unix seconds: from <= time < to. */
  from: number;
  to: number;
}

/** Koinly has a wallet for each file. */
export function requireOneWallet(addresses: readonly Address[]): void {
  if (addresses.length > 1)
    throw new UsageError(
      '--form koinly is of one wallet: Koinly has a wallet for each file. Write one for each.',
    );
}

async function* asked(
  database: Database,
  { clientId, reportingCurrency = null, currencyTokens }: ProgramFileRequest,
  read: (readModel: ReadModel, caller: Caller) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  const readModel = createReadModel({
    ...{ database, enabledChains: async () => [], now: Date.now },
    readBookings: createBookingsReader(database),
    ...(currencyTokens && { currencyTokens }),
  });
  try {
    yield* read(readModel, { clientId, keyId: 'command-line', scopes: ['read'], reportingCurrency });
  } finally {
    await readModel.close();
  }
}

export function koinlyTexts(database: Database, request: ProgramFileRequest): AsyncGenerator<string> {
  const { wallets, currency, from, to } = request;
  return asked(database, request, async function* (readModel, caller) {
    yield csvLine(koinlyColumns);
    for (const { address: wallet } of wallets) {
      const pieces = await readModel.koinlyLines(caller, { wallet, currency, from, to });
      for await (const lines of pieces) yield lines.map(csvLine).join('');
    }
  });
}

export function journalTexts(database: Database, request: ProgramFileRequest): AsyncGenerator<string> {
  const { wallets, method: costMethod, currency, from, to } = request;
  return asked(database, request, async function* (readModel, caller) {
    const addresses = wallets.map(({ address }) => address);
    const question = { wallets: addresses, costMethod, currency, from, to };
    const { texts, isBooking } = await readModel.journal(caller, question);
    if (isBooking)
      complain('Newer transactions or corrections are not booked yet: their results are missing here.');
    let isFirst = true;
    for await (const text of texts) {
      // The head by itself: whether anything follows is counted in pieces.
      const end = isFirst ? text.indexOf('\n\n') + 2 : 0;
      isFirst = false;
      if (end > 0) yield text.slice(0, end);
      yield text.slice(end);
    }
  });
}
