/** wallet-data rates list|import */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { FiatRate } from '../../domain/money/fiat.ts';
import { utcDay } from '../../domain/time/time.ts';
import { errorText } from '../../errors.ts';
import { maximumHistoryBytes, readHistoryFile } from '../../prices/ecb/ecb-csv.ts';
import { fiatCoverage, storeFiatRates } from '../../store/prices/fiat-rates.ts';
import { withDatabase } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from '../terminal/output.ts';

const pieceBytes = 1_000_000;

export function addRateCommands(program: Command): void {
  const rates = program
    .command('rates')
    .description("Rates of states' currencies, as the European Central Bank publishes them");

  rates
    .command('list', { isDefault: true })
    .description('The first and the newest day of each currency, in units for one euro')
    .option('--json', 'print JSON')
    .action(list);
  rates
    .command('import')
    .description('Add rates from a file of the bank, for a service that does not reach it')
    .argument('<file>', 'eurofxref-hist.csv, unpacked; - reads standard input')
    .option('--json', 'print JSON')
    .action(importRates);
}

async function list({ json }: OutputOptions): Promise<void> {
  const coverage = await withDatabase(loadConfig(), fiatCoverage);
  if (json) printJson(coverage);
  else {
    printTable(
      ['CURRENCY', 'FIRST', 'NEWEST', 'DAYS'],
      coverage.map(({ currency, first, last, days }) => [currency, first, last, String(days)]),
    );
  }
}

async function importRates(file: string, { json }: OutputOptions): Promise<void> {
  const rates = readRates(file);
  const { added, changed, first, last } = await withDatabase(loadConfig(), (database) =>
    storeFiatRates(database, rates, 'import'),
  );
  const unchanged = rates.length - added - changed;
  if (json) {
    printJson({ total: rates.length, added, changed, unchanged, first, last });
    return;
  }
  const days = first === null ? '' : ` What is new or changed is of ${first} to ${last}.`;
  print(`Imported ${rates.length} rates: ${added} new, ${changed} changed, ${unchanged} as before.${days}`);
}

function readRates(file: string): FiatRate[] {
  const text = readLimited(file);
  try {
    return readHistoryFile(text, utcDay(Date.now() / 1000));
  } catch (error) {
    throw new UsageError(
      `${file}: nothing was imported. It is not the bank's eurofxref-hist.csv (unpacked): ${errorText(error)}`,
    );
  }
}

/** No more of it than such a file has. */
function readLimited(file: string): string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    const descriptor = file === '-' ? 0 : openSync(file, 'r');
    try {
      for (;;) {
        const piece = new Uint8Array(pieceBytes);
        const length = readSync(descriptor, piece);
        if (length === 0) break;
        pieces.push(piece.subarray(0, length));
        size += length;
        if (size > maximumHistoryBytes) throw new Error(`it is larger than ${maximumHistoryBytes} bytes`);
      }
    } finally {
      if (file !== '-') closeSync(descriptor);
    }
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorText(error)}`);
  }
  return Buffer.concat(pieces, size).toString('utf8');
}
