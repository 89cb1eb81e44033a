/** wallet-data restore */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { errorText } from '../../errors.ts';
import { restoreBackup } from '../../store/schema/restore.ts';
import { restoreSecretKeys } from '../../webhooks/prepare-secrets.ts';
import { withDatabaseUrl } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson, UsageError } from '../terminal/output.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Read such a file into an empty database')
    .argument('<file>', 'what `backup` has written')
    .option('--json', 'print JSON')
    .action(async (file: string, { json }: OutputOptions) => {
      await access(file).catch((error: unknown) => {
        throw new UsageError(`${file} cannot be read: ${errorText(error)}`);
      });
      const config = loadConfig();
      const { head, ...result } = await withDatabaseUrl(config, (url) =>
        restoreBackup(url, createReadStream(file)),
      );
      const isKeyWritten = head.secretKeys !== null && restoreSecretKeys(config, head.secretKeys);
      if (json) return printJson({ madeAt: head.madeAt, ...result, secretKey: isKeyWritten });
      print(`Restored ${result.rows} rows of ${result.tables} tables, as they were at ${head.madeAt}.`);
      if (result.applied.length > 0) print(`Applied since: ${result.applied.join(', ')}`);
      if (!isKeyWritten) {
        print(
          'The key for secrets of webhooks was not in it, or there is another: set SECRET_KEY, or copy secret.key into DATA_DIR.',
        );
      }
    });
}
