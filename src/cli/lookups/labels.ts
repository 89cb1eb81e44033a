/** wallet-data labels import FILE */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { errorText } from '../../errors.ts';
import { parseLabelFile } from '../../labels/default-labels.ts';
import type { DefaultLabel } from '../../labels/sets/label-types.ts';
import type { Database } from '../../store/connection/database.ts';
import { findContractLabels } from '../../store/lookups/lookup-reads.ts';
import { upsertContractLabels } from '../../store/lookups/lookup-writes.ts';
import { withDatabase } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson, UsageError } from '../terminal/output.ts';

interface ImportOptions extends OutputOptions {
  chain: string;
}

/** Labels per piece: a statement takes so many keys without trouble. */
const labelsAtOnce = 5_000;
/** A file of the wrong kind is wrong in every line: nobody reads more than this. */
const mostProblems = 100;

export function addLabelCommands(program: Command): void {
  const labels = program.command('labels').description('Default labels: names of addresses, for all clients');

  labels
    .command('import')
    .description('Add default labels from a JSON file; they replace built-in ones')
    .argument('<file>', '{ "0xaddress": { "name": "…", "labels": ["…"] } }; - reads standard input')
    .option('--chain <id>', 'the chain that the addresses are on', '1')
    .option('--json', 'print JSON')
    .action(async (file: string, options: ImportOptions) => {
      const chainId = readChainId(options.chain);
      const imported = readLabels(file, chainId);
      const counts = await withDatabase(loadConfig(), (database) => store(database, imported));
      if (options.json) printJson({ chain_id: chainId, ...counts });
      else {
        const { total, added, changed, unchanged } = counts;
        print(
          `Imported ${total} labels on chain ${chainId}: ${added} new, ${changed} changed, ${unchanged} as before.`,
        );
      }
    });
}

function readChainId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) {
    throw new UsageError(`--chain cannot be '${text}': a chain id is expected, 1 for Ethereum.`);
  }
  return Number(text);
}

function readLabels(file: string, chainId: number): DefaultLabel[] {
  const parsed = parseLabelFile(chainId, readJson(file));
  if (parsed.ok) return parsed.labels;
  const { problems } = parsed;
  const hidden = problems.length - mostProblems;
  throw new UsageError(
    [
      `${file}: nothing was imported, because of ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:`,
      ...problems.slice(0, mostProblems).map((problem) => `  ${problem}`),
      ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    ].join('\n'),
  );
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorText(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${errorText(error)}`);
  }
}

interface ImportCounts {
  total: number;
  added: number;
  changed: number;
  unchanged: number;
}

async function store(database: Database, labels: readonly DefaultLabel[]): Promise<ImportCounts> {
  const counts: ImportCounts = { total: labels.length, added: 0, changed: 0, unchanged: 0 };
  for (let start = 0; start < labels.length; start += labelsAtOnce) {
    const piece = labels.slice(start, start + labelsAtOnce);
    const rows = await findContractLabels(database, piece);
    const stored = new Map(rows.map(({ address, name, tags }) => [address, JSON.stringify([name, tags])]));
    for (const { address, name, tags } of piece) {
      const before = stored.get(address);
      if (before === undefined) counts.added += 1;
      else if (before === JSON.stringify([name, tags])) counts.unchanged += 1;
      else counts.changed += 1;
    }
    await upsertContractLabels(database, piece, true);
  }
  return counts;
}
