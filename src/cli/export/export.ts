/** wallet-data export: files of wallets for accountants and other programs, streamed. */
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config.ts';
import {
  type BrokerReport,
  brokerReports,
  type Form8949Options,
  form8949Columns,
  type GasLines,
  gasLineChoices,
} from '../../domain/accounting/form-8949.ts';
import { parseAddress } from '../../domain/address.ts';
import {
  type CostMethod,
  type Currency,
  costMethods,
  currencies,
  type FiatCurrency,
} from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { csvLine } from '../../domain/text/csv.ts';
import { utcDay } from '../../domain/time/time.ts';
import { createBookingsReader } from '../../ingest/accounting/bookings-reader.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { exportDisposals } from '../../store/ledger/lists/ledger-export.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { findRegistrations, type RegistrationRow } from '../../store/sync/registrations.ts';
import { requireCurrency } from '../../use-cases/access/require-currency.ts';
import { type BookedWallet, findBookedWallets } from '../../use-cases/figures/booked-wallets.ts';
import { form8949Lines } from '../../use-cases/figures/tax-form.ts';
import { loadSymbols } from '../../use-cases/figures/token-symbols.ts';
import { maximumPageSize } from '../../use-cases/model/view-model.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { complain, UsageError, writeText } from '../terminal/output.ts';
import { ledgerCells, ledgerColumns, transferCells, transferColumns } from './export-forms.ts';
import { requireCalendar, requireFormMethod, requireTransferCurrency, yearRange } from './export-options.ts';
import { journalTexts, koinlyTexts, requireOneWallet } from './program-files.ts';

const forms = ['8949', 'ledger', 'transfers', 'koinly', 'hledger'] as const;
type Form = (typeof forms)[number];

interface ExportOptions {
  client: string;
  form: Form;
  wallet: string[];
  method: CostMethod;
  currency: Currency;
  year?: string;
  timeZone: string;
  reported: BrokerReport;
  gas: GasLines;
}

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
  /** Default: dates in UTC, nothing reported by brokers, network fees by month. */
  form8949?: Omit<Form8949Options, 'method'>;
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Files of wallets for accountants and other programs, on standard output')
    .addOption(
      new Option(
        '--form <form>',
        '8949: IRS Form 8949; ledger: every disposal, exactly; transfers; koinly: CSV for Koinly; hledger: a journal',
      )
        .choices(forms)
        .makeOptionMandatory(),
    )
    .requiredOption('--wallet <address...>', 'registered wallets')
    .addOption(new Option('--method <method>', 'cost method').choices(costMethods).default('FIFO'))
    .addOption(new Option('--currency <currency>', 'of the amounts').choices(currencies).default('USD'))
    .option('--year <year>', 'only this calendar year')
    .option('--time-zone <name>', 'IANA time zone of the year and of the dates on Form 8949', 'UTC')
    .addOption(
      new Option('--reported <what>', 'what brokers reported of it on Form 1099-DA: the box of Form 8949')
        .choices(brokerReports)
        .default('nothing'),
    )
    .addOption(
      new Option('--gas <lines>', 'network fees on Form 8949: a line per month or year, or each')
        .choices(gasLineChoices)
        .default('month'),
    )
    .option('--client <name>', 'whose wallets', defaultClientName)
    .action((options: ExportOptions) => runExport(options));
}

async function runExport(options: ExportOptions): Promise<void> {
  const calendar = requireCalendar(options.timeZone);
  const years = yearRange(options.year, calendar);
  if (options.form === '8949') requireFormMethod(options.method, options.currency);
  if (options.form === 'transfers') requireTransferCurrency(options.currency);
  const addresses = readAddresses(options.wallet);
  if (options.form === 'koinly') requireOneWallet(addresses);
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const client = await requireClient(database, options.client);
    const { reportingCurrency } = await findLedgerSettings(database, client.id);
    requireCurrency({ reportingCurrency }, options.currency);
    const wallets = await findRegistrations(database, client.id, addresses);
    const missing = addresses.filter((address) => !wallets.some((row) => row.address === address));
    if (missing.length > 0) throw new UsageError(`Not registered: ${missing.join(', ')}.`);
    const { form, method, currency, reported, gas } = options;
    const form8949 = { calendar, reported, gas };
    const request = {
      clientId: client.id,
      reportingCurrency,
      currencyTokens: config.prices.currencies,
      form,
      wallets,
      method,
      currency,
      ...years,
      form8949,
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
  const isOfDisposals = form === '8949' || form === 'ledger';
  return said(isOfDisposals ? `nothing was disposed of${period}` : `nothing moved${period}`);
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
  else if (request.form === 'koinly') yield* koinlyTexts(database, request);
  else if (request.form === 'hledger') yield* journalTexts(database, request);
  else yield* form8949Texts(database, request);
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

async function* form8949Texts(database: Database, request: ExportRequest): AsyncGenerator<string> {
  const { method, from, to } = request;
  const usual = { calendar: requireCalendar('UTC'), reported: 'nothing', gas: 'month' } as const;
  const options = { ...usual, ...request.form8949, method };
  yield csvLine(form8949Columns);
  const wallets = await findBooked(database, request);
  for await (const lines of form8949Lines(database, wallets, { from, to, options }))
    yield lines.map(csvLine).join('');
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
