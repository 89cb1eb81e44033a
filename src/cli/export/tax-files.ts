/** Forms of tax offices, as the service answers them. */
import {
  privateSaleColumns,
  privateSales,
  privateSaleTimeZone,
} from '../../domain/accounting/de-private-sales.ts';
import { form8949, form8949Columns } from '../../domain/accounting/form-8949.ts';
import type { TaxForm } from '../../domain/accounting/form-lines.ts';
import { ukColumns } from '../../domain/accounting/section-104/uk-lines.ts';
import { currencyTokens as ownCoins } from '../../domain/money/currencies.ts';
import { csvLine } from '../../domain/text/csv.ts';
import { createAssetFlows } from '../../ingest/accounting/in-memory/whole-histories.ts';
import type { Database } from '../../store/connection/database.ts';
import { formLines } from '../../use-cases/figures/tax-form.ts';
import { ukGainsLines } from '../../use-cases/figures/uk-gains.ts';
import { requireCalendar } from './export-options.ts';
import { complainOfStale, type ExportRequest, findBooked } from './export-request.ts';

/** Form 8949, and Germany's private sales. */
export async function* taxFormTexts(database: Database, request: ExportRequest): AsyncGenerator<string> {
  const { from, to } = request;
  const { columns, form } = taxFormOf(request);
  yield csvLine(columns);
  const wallets = await findBooked(database, request);
  complainOfStale(wallets);
  for await (const lines of formLines(database, wallets, { form, from, to }))
    yield lines.map(csvLine).join('');
}

function taxFormOf(request: ExportRequest): { columns: readonly string[]; form: TaxForm } {
  const usual = { calendar: requireCalendar('UTC'), reported: 'nothing', gas: 'month' } as const;
  const options = { ...usual, ...request.form8949, method: request.method };
  if (request.form !== 'de') return { columns: form8949Columns, form: form8949(options) };
  const calendar = requireCalendar(privateSaleTimeZone);
  return { columns: privateSaleColumns, form: privateSales({ calendar, gas: options.gas }) };
}

/** A command has more time than a request. So many rows take 0.7 GB and some seconds. */
const mostRows = 200_000;

/** Of what is stored now, booked or not. */
export async function* ukTexts(database: Database, request: ExportRequest): AsyncGenerator<string> {
  const { clientId, wallets, from, to, currencyTokens = ownCoins } = request;
  await findBooked(database, request);
  const deps = { database, assetFlows: createAssetFlows(database, { currencyTokens, mostRows }) };
  const lines = await ukGainsLines(deps, {
    ...{ clientId, wallets, from, to, mayName: () => true },
    tooLong: `These wallets have more than ${mostRows} transactions and transfers: so long a history cannot be matched.`,
  });
  yield csvLine(ukColumns);
  yield lines.map(csvLine).join('');
}
