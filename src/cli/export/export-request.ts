/** What a file is asked of, and the ledgers that it is of. */
import type { Form8949Options } from '../../domain/accounting/form-8949.ts';
import type { CostMethod, Currency, FiatCurrency } from '../../domain/ids.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import type { Database } from '../../store/connection/database.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { type BookedWallet, findBookedWallets } from '../../use-cases/figures/booked-wallets.ts';
import { complain } from '../terminal/output.ts';
import type { Form } from './export-options.ts';

export interface ExportRequest {
  clientId: number;
  /** What the client's books are told in beside the currencies of all books; default: nothing more. */
  reportingCurrency?: FiatCurrency | null;
  /** The tokens whose prices are the coins' rates; default: each currency's own chain's coin. */
  currencyTokens?: CurrencyTokens;
  form: Form;
  wallets: readonly RegistrationRow[];
  method: CostMethod;
  currency: Currency;
  /** Unix seconds: from <= time < to. */
  from: number;
  to: number;
  /** Default: dates in UTC, nothing reported by brokers, network fees by month. Germany's form takes the fees of it. */
  form8949?: Omit<Form8949Options, 'method'>;
}

/** The wallets' current runs; throws while one is not booked yet. */
export async function findBooked(
  database: Database,
  { clientId, wallets, currency }: ExportRequest,
): Promise<BookedWallet[]> {
  const { booked, waiting } = await findBookedWallets(database, { clientId, currency }, wallets);
  const [first] = waiting;
  if (first !== undefined) throw new Error(`${first} is not booked yet; try again when it is loaded`);
  return booked;
}

/** Says of which wallets the file lacks what came last. */
export function complainOfStale(booked: readonly BookedWallet[]): void {
  for (const { address, run } of booked)
    if (run.isStale)
      complain(`${address}: newer transactions or corrections are not booked yet and are missing here`);
}
