/** wallet-data migrate */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { type Distribution, distributeDatabase } from '../../store/schema/distribute.ts';
import { migrateDatabase } from '../../store/schema/migrate.ts';
import { withDatabaseUrl } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson } from '../terminal/output.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to this version’s schema (`serve` does so by itself)')
    .option('--distribute', 'then spread the tables over the nodes of a Citus cluster, by wallet')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { distribute?: boolean }) => {
      const { applied, change } = await withDatabaseUrl(loadConfig(), async (url) => ({
        ...(await migrateDatabase(url)),
        change: options.distribute === true ? await distributeDatabase(url) : null,
      }));
      if (options.json) return printJson({ applied, ...change });
      print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
      if (change !== null) print(distributionText(change));
    });
}

function distributionText({ distributed, referenced }: Distribution): string {
  if (distributed.length + referenced.length === 0) return 'The tables are distributed already.';
  const parts = [
    distributed.length === 0 ? [] : [`Distributed by wallet: ${distributed.join(', ')}`],
    referenced.length === 0 ? [] : [`On every node: ${referenced.join(', ')}`],
  ];
  return parts.flat().join('\n');
}
