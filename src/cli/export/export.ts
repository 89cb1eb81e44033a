/** wallet-data export: files of wallets for accountants and other programs, streamed. */
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config.ts';
import { type BrokerReport, brokerReports } from '../../domain/accounting/form-8949.ts';
import { type GasLines, gasLineChoices } from '../../domain/accounting/form-lines.ts';
import { parseAddress } from '../../domain/address.ts';
import { type CostMethod, type Currency, costMethods, currencies } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { utcDay } from '../../domain/time/time.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { findRegistrations } from '../../store/sync/registrations.ts';
import { requireCurrency } from '../../use-cases/access/require-currency.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { complain, UsageError, writeText } from '../terminal/output.ts';
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
import type { ExportRequest } from './export-request.ts';
import { ledgerTexts, transferTexts } from './list-files.ts';
import { journalTexts, koinlyTexts, requireOneWallet } from './program-files.ts';
import { taxFormTexts, ukTexts } from './tax-files.ts';

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

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Files of wallets for accountants and other programs, on standard output')
    .addOption(
      new Option(
        '--form <form>',
        "8949: IRS Form 8949; uk: capital gains of the United Kingdom; de: Germany's private sales; ledger: every disposal, exactly; transfers; koinly: CSV for Koinly; hledger: a journal",
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
  if (form === 'koinly') requireOneWallet(addresses);
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const client = await requireClient(database, options.client);
    const { reportingCurrency } = await findLedgerSettings(database, client.id);
    requireCurrency({ reportingCurrency }, currency);
    const wallets = await findRegistrations(database, client.id, addresses);
    const missing = addresses.filter((address) => !wallets.some((row) => row.address === address));
    if (missing.length > 0) throw new UsageError(`Not registered: ${missing.join(', ')}.`);
    const { reported, gas } = options;
    const form8949 = { calendar, reported, gas };
    const { currencies: currencyTokens } = config.prices;
    const request = {
      ...{ clientId: client.id, form, wallets, method, currency, ...years },
      ...{ form8949, currencyTokens, reportingCurrency },
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
  const isOfDisposals = ['8949', 'uk', 'de', 'ledger'].includes(form);
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

const filesOf: Record<Form, (database: Database, request: ExportRequest) => AsyncGenerator<string>> = {
  '8949': taxFormTexts,
  uk: ukTexts,
  de: taxFormTexts,
  ledger: ledgerTexts,
  transfers: transferTexts,
  koinly: koinlyTexts,
  hledger: journalTexts,
};

/** The file in pieces. */
export const exportCsv = (database: Database, request: ExportRequest): AsyncGenerator<string> =>
  filesOf[request.form](database, request);

function readAddresses(texts: readonly string[]): Address[] {
  const parsed = texts.flatMap((text) => text.split(',')).map((text) => parseAddress(text));
  const problems = parsed.flatMap((address) => (address.ok ? [] : [address.problem]));
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return [...new Set(parsed.flatMap((address) => (address.ok ? [address.address] : [])))];
}
