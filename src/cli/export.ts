/** wallet-data export: a wallet's disposals or transfers as CSV, streamed. */
import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { loadConfig } from '../config.ts';
import { parseAddress } from '../domain/address.ts';
import { csvLine } from '../domain/csv.ts';
import { type CostMethod, type Currency, costMethods, currencies } from '../domain/ids.ts';
import type { Address } from '../domain/model.ts';
import { maximumPageSize } from '../read/model.ts';
import { createReadModel } from '../read/read-model.ts';
import { defaultClientName } from '../store/clients.ts';
import type { Database } from '../store/database.ts';
import { type ExportedDisposal, exportDisposals } from '../store/ledger-export.ts';
import { findCurrentRuns } from '../store/ledger-reads.ts';
import type { LedgerToken } from '../store/ledger-rows.ts';
import { findNftCollections, findTokens } from '../store/lookups.ts';
import { findRegistrations, type RegistrationRow } from '../store/registrations.ts';
import { requireClient, withDatabase } from './database-access.ts';
import {
  form8949Cells,
  form8949Columns,
  ledgerCells,
  ledgerColumns,
  transferCells,
  transferColumns,
} from './export-forms.ts';
import { complain, UsageError } from './output.ts';

const forms = ['8949', 'ledger', 'transfers'] as const;
type Form = (typeof forms)[number];

interface ExportOptions {
  client: string;
  form: Form;
  wallet: string[];
  method: CostMethod;
  currency: Currency;
  year?: string;
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
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Disposals or transfers of wallets as CSV on standard output')
    .addOption(
      new Option('--form <form>', '8949: IRS Form 8949; ledger: every disposal, exactly; transfers')
        .choices(forms)
        .makeOptionMandatory(),
    )
    .requiredOption('--wallet <address...>', 'registered wallets')
    .addOption(new Option('--method <method>', 'cost method').choices(costMethods).default('FIFO'))
    .addOption(new Option('--currency <currency>', 'of the amounts').choices(currencies).default('USD'))
    .option('--year <year>', 'only this calendar year (UTC)')
    .option('--client <name>', 'whose wallets', defaultClientName)
    .action((options: ExportOptions) => runExport(options));
}

async function runExport(options: ExportOptions): Promise<void> {
  const years = yearRange(options.year);
  if (options.form === '8949' && options.currency !== 'USD') {
    throw new UsageError('Form 8949 is in USD.');
  }
  const addresses = readAddresses(options.wallet);
  await withDatabase(loadConfig(), async (database) => {
    const client = await requireClient(database, options.client);
    const wallets = await findRegistrations(database, client.id, addresses);
    const missing = addresses.filter((address) => !wallets.some((row) => row.address === address));
    if (missing.length > 0) throw new UsageError(`Not registered: ${missing.join(', ')}.`);
    const { form, method, currency } = options;
    const request = { clientId: client.id, form, wallets, method, currency, ...years };
    for await (const text of exportCsv(database, request)) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    }
  });
}

/** The file in pieces. */
export async function* exportCsv(database: Database, request: ExportRequest): AsyncGenerator<string> {
  if (request.form === 'transfers') yield* transferLines(database, request);
  else yield* disposalLines(database, request);
}

async function* disposalLines(database: Database, request: ExportRequest): AsyncGenerator<string> {
  const { clientId, wallets, form } = request;
  const isForm = form === '8949';
  yield csvLine(isForm ? form8949Columns : ledgerColumns);
  const runs = await findCurrentRuns(
    database,
    clientId,
    wallets.map(({ walletId }) => walletId),
  );
  for (const { walletId, address } of wallets) {
    const run = runs.find((current) => current.walletId === walletId);
    if (run === undefined) throw new Error(`${address} is not booked yet; try again when it is loaded`);
    if (run.isStale) complain(`${address}: newer transactions are not booked yet and are missing here`);
    for await (const rows of exportDisposals(database, run, request)) {
      const symbolOf = await loadSymbols(database, rows);
      const lines = rows.map((row) => {
        const symbol = symbolOf(row.token);
        return csvLine(isForm ? form8949Cells(row, symbol) : ledgerCells(row, address, symbol));
      });
      yield lines.join('');
    }
  }
}

/** What people call the tokens; an address where nothing is known. */
async function loadSymbols(
  database: Database,
  rows: readonly ExportedDisposal[],
): Promise<(token: LedgerToken) => string> {
  const nameOf = ({ chainId, tokenAddress }: LedgerToken): string => `${chainId}:${tokenAddress}`;
  const distinct = new Map(rows.map(({ token }) => [nameOf(token), token]));
  const keys = [...distinct.values()].map(({ chainId, tokenAddress }) => ({
    chainId,
    address: tokenAddress,
  }));
  const [tokens, collections] = await Promise.all([
    findTokens(database, keys),
    findNftCollections(database, keys),
  ]);
  const symbols = new Map<string, string>(
    [...tokens, ...collections].flatMap(({ chainId, address, symbol, name }) => {
      const shown = symbol || name;
      return shown ? [[`${chainId}:${address}`, shown] as const] : [];
    }),
  );
  return (token) => {
    const symbol = symbols.get(nameOf(token)) ?? token.tokenAddress;
    return token.tokenId === null ? symbol : `${symbol} #${token.tokenId}`;
  };
}

async function* transferLines(database: Database, request: ExportRequest): AsyncGenerator<string> {
  yield csvLine(transferColumns);
  const { clientId, wallets, from, to } = request;
  const readModel = createReadModel({ database, enabledChains: async () => [], now: Date.now });
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
        yield page.items.map((transfer) => csvLine(transferCells(transfer))).join('');
        after = page.hasNextPage ? page.cursors.at(-1) : undefined;
      } while (after !== undefined);
    }
  } finally {
    await readModel.close();
  }
}

/** Everything, or one calendar year. */
function yearRange(year: string | undefined): { from: number; to: number } {
  if (year === undefined) return { from: 0, to: 0xffffffff };
  if (!/^(19[7-9]\d|20\d\d)$/.test(year)) throw new UsageError(`--year: '${year}' is not a year.`);
  const start = (number: number): number => Date.UTC(number, 0, 1) / 1000;
  return { from: start(Number(year)), to: start(Number(year) + 1) };
}

function readAddresses(texts: readonly string[]): Address[] {
  const parsed = texts.flatMap((text) => text.split(',')).map((text) => parseAddress(text));
  const problems = parsed.flatMap((address) => (address.ok ? [] : [address.problem]));
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return [...new Set(parsed.flatMap((address) => (address.ok ? [address.address] : [])))];
}
