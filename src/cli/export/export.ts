/** wallet-data export: a wallet's disposals or transfers as CSV, streamed. */
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config.ts';
import {
  privateSaleColumns,
  privateSales,
  privateSaleTimeZone,
} from '../../domain/accounting/de-private-sales.ts';
import {
  type BrokerReport,
  brokerReports,
  type Form8949Options,
  form8949,
  form8949Columns,
} from '../../domain/accounting/form-8949.ts';
import { type GasLines, gasLineChoices, type TaxForm } from '../../domain/accounting/form-lines.ts';
import { ukColumns } from '../../domain/accounting/section-104/uk-lines.ts';
import { parseAddress } from '../../domain/address.ts';
import { type CostMethod, type Currency, costMethods, currencies } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { type CurrencyTokens, currencyTokens as ownCoins } from '../../domain/money/currencies.ts';
import { csvLine } from '../../domain/text/csv.ts';
import { utcDay } from '../../domain/time/time.ts';
import { createBookingsReader } from '../../ingest/accounting/bookings-reader.ts';
import { createAssetFlows } from '../../ingest/accounting/in-memory/whole-histories.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { exportDisposals } from '../../store/ledger/lists/ledger-export.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { findRegistrations, type RegistrationRow } from '../../store/sync/registrations.ts';
import { requireCurrency } from '../../use-cases/access/require-currency.ts';
import { type BookedWallet, findBookedWallets } from '../../use-cases/figures/booked-wallets.ts';
import { formLines } from '../../use-cases/figures/tax-form.ts';
import { loadSymbols } from '../../use-cases/figures/token-symbols.ts';
import { ukGainsLines } from '../../use-cases/figures/uk-gains.ts';
import { maximumPageSize } from '../../use-cases/model/view-model.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { complain, UsageError, writeText } from '../terminal/output.ts';
import { ledgerCells, ledgerColumns, transferCells, transferColumns } from './export-forms.ts';
import {
  chosenOf,
  type Form,
  forms,
  refuseGiven,
  requireCalendar,
  requireFormMethod,
  taxYearRange,
  yearRange,
} from './export-options.ts';

interface ExportOptions {
  client: string;
  form: Form;
  wallet: string[];
  method: CostMethod;
  currency?: Currency;
  year?: string;
  timeZone?: string;
  reported: BrokerReport;
  gas: GasLines;
}

export interface ExportRequest {
  clientId: number;
  form: Form;
  wallets: readonly RegistrationRow[];
  method: CostMethod;
  currency: Currency;
  /** Unix seconds: from <= time < to. */
  from: number;
  to: number;
  /** Default: dates in UTC, nothing reported by brokers, network fees by month. Germany's form takes the fees of it. */
  form8949?: Omit<Form8949Options, 'method'>;
  /** As in the configuration; default: each currency's own coin. */
  currencyTokens?: CurrencyTokens;
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Disposals or transfers of wallets as CSV on standard output')
    .addOption(
      new Option(
        '--form <form>',
        "8949: IRS Form 8949; uk: capital gains of the United Kingdom; de: Germany's private sales; ledger: every disposal, exactly; transfers",
      )
        .choices(forms)
        .makeOptionMandatory(),
    )
    .requiredOption('--wallet <address...>', 'registered wallets')
    .addOption(new Option('--method <method>', 'cost method').choices(costMethods).default('FIFO'))
    .addOption(
      new Option('--currency <currency>', 'of the amounts (default: USD, or what the form is in)').choices(
        currencies,
      ),
    )
    .option('--year <year>', 'only this calendar year; of uk, the tax year that begins in it')
    .option('--time-zone <name>', 'IANA time zone of the year and of the dates on Form 8949 (default: UTC)')
    .addOption(
      new Option('--reported <what>', 'what brokers reported of it on Form 1099-DA: the box of Form 8949')
        .choices(brokerReports)
        .default('nothing'),
    )
    .addOption(
      new Option('--gas <lines>', 'network fees on tax forms: a line per month or year, or each')
        .choices(gasLineChoices)
        .default('month'),
    )
    .option('--client <name>', 'whose wallets', defaultClientName)
    .action((options: ExportOptions, command: Command) =>
      runExport(options, (option) => command.getOptionValueSource(option) === 'cli'),
    );
}

async function runExport(options: ExportOptions, isGiven: (option: string) => boolean): Promise<void> {
  const { form } = options;
  refuseGiven(form, isGiven);
  const { method, currency, timeZone } = chosenOf(form, options);
  const calendar = requireCalendar(timeZone);
  const years = form === 'uk' ? taxYearRange(options.year) : yearRange(options.year, calendar);
  if (form === '8949') requireFormMethod(method);
  const addresses = readAddresses(options.wallet);
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const client = await requireClient(database, options.client);
    requireCurrency(await findLedgerSettings(database, client.id), currency);
    const wallets = await findRegistrations(database, client.id, addresses);
    const missing = addresses.filter((address) => !wallets.some((row) => row.address === address));
    if (missing.length > 0) throw new UsageError(`Not registered: ${missing.join(', ')}.`);
    const { reported, gas } = options;
    const form8949 = { calendar, reported, gas };
    const { currencies: currencyTokens } = config.prices;
    const request = {
      ...{ clientId: client.id, form, wallets, method, currency, ...years },
      ...{ form8949, currencyTokens },
    };
    let lines = 0;
    for await (const text of exportCsv(database, request)) {
      lines += text === '' ? 0 : 1;
      await writeText(process.stdout, text);
    }
    // The header is the first of them.
    if (lines <= 1) complain(await whyEmpty(database, request, options.year));
  });
}

/** A file without lines is valid; that it has none may come of a slip, so it is said, beside the file. */
async function whyEmpty(
  database: Database,
  request: ExportRequest,
  year: string | undefined,
): Promise<string> {
  const { from, to, form } = request;
  const said = (why: string): string => `There is nothing to export: ${why}. The file has a header alone.`;
  if (from > Date.now() / 1000) return said(`--year ${year} has not begun`);
  const [first, last] = await outermostTransfers(database, request);
  if (first === undefined || last === undefined)
    return said('no transfers of these wallets are stored (`wallets status` says how far they are loaded)');
  if (to <= first) return said(`--year ${year} is before their first transfer (${utcDay(first)})`);
  if (from > last) return said(`--year ${year} is after their last transfer (${utcDay(last)})`);
  const period = year === undefined ? '' : ` in ${year}`;
  return said(form === 'transfers' ? `nothing moved${period}` : `nothing was disposed of${period}`);
}

/** When the first and the last transfer of the wallets happened, in Unix seconds. */
async function outermostTransfers(
  database: Database,
  { clientId, wallets }: ExportRequest,
): Promise<(number | undefined)[]> {
  const readModel = createReadModel({ database, enabledChains: async () => [], now: Date.now });
  try {
    const caller = { clientId, keyId: 'command-line', scopes: ['read'] as const };
    const addresses = wallets.map(({ address }) => address);
    const pages = (['ASC', 'DESC'] as const).map((order) =>
      readModel.listTransfers(
        caller,
        { wallets: addresses, filter: {}, order },
        { mode: 'cursor', first: 1 },
      ),
    );
    return (await Promise.all(pages)).map(({ items }) => items[0]?.timestamp);
  } finally {
    await readModel.close();
  }
}

/** The file in pieces. */
export async function* exportCsv(database: Database, request: ExportRequest): AsyncGenerator<string> {
  if (request.form === 'transfers') yield* transferLines(database, request);
  else if (request.form === 'ledger') yield* ledgerLines(database, request);
  else if (request.form === 'uk') yield* ukTexts(database, request);
  else yield* formTexts(database, request);
}

async function* ledgerLines(database: Database, request: ExportRequest): AsyncGenerator<string> {
  yield csvLine(ledgerColumns);
  for (const booked of await findBooked(database, request)) {
    for await (const rows of exportDisposals(database, booked.run, request)) {
      const symbolOf = await loadSymbols(database, rows);
      yield rows.map((row) => csvLine(ledgerCells(row, booked.address, symbolOf(row.token)))).join('');
    }
  }
}

async function* formTexts(database: Database, request: ExportRequest): AsyncGenerator<string> {
  const { from, to } = request;
  const { columns, form } = taxFormOf(request);
  yield csvLine(columns);
  const wallets = await findBooked(database, request);
  for await (const lines of formLines(database, wallets, { form, from, to }))
    yield lines.map(csvLine).join('');
}

/** A command has more time than a request. So many rows take 0.7 GB and some seconds. */
const mostRows = 200_000;

async function* ukTexts(database: Database, request: ExportRequest): AsyncGenerator<string> {
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

function taxFormOf(request: ExportRequest): { columns: readonly string[]; form: TaxForm } {
  const usual = { calendar: requireCalendar('UTC'), reported: 'nothing', gas: 'month' } as const;
  const options = { ...usual, ...request.form8949, method: request.method };
  if (request.form !== 'de') return { columns: form8949Columns, form: form8949(options) };
  const calendar = requireCalendar(privateSaleTimeZone);
  return { columns: privateSaleColumns, form: privateSales({ calendar, gas: options.gas }) };
}

/** The wallets' current runs; throws while one is not booked yet. */
async function findBooked(
  database: Database,
  { clientId, wallets, currency }: ExportRequest,
): Promise<BookedWallet[]> {
  const { booked, waiting } = await findBookedWallets(database, { clientId, currency }, wallets);
  const [first] = waiting;
  if (first !== undefined) throw new Error(`${first} is not booked yet; try again when it is loaded`);
  for (const { address, run } of booked)
    if (run.isStale)
      complain(`${address}: newer transactions or corrections are not booked yet and are missing here`);
  return booked;
}

async function* transferLines(database: Database, request: ExportRequest): AsyncGenerator<string> {
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

function readAddresses(texts: readonly string[]): Address[] {
  const parsed = texts.flatMap((text) => text.split(',')).map((text) => parseAddress(text));
  const problems = parsed.flatMap((address) => (address.ok ? [] : [address.problem]));
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return [...new Set(parsed.flatMap((address) => (address.ok ? [address.address] : [])))];
}
