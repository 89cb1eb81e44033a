/** wallet-data migrate */
import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { migrateDatabase } from '../store/migrate.ts';
import { withDatabaseUrl } from './database-access.ts';
import { type OutputOptions, print, printJson } from './output.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to this version’s schema (`serve` does so by itself)')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { applied } = await withDatabaseUrl(loadConfig(), migrateDatabase);
      if (options.json) printJson({ applied });
      else print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
    });
}
