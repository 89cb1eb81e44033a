/** wallet-data backup */
import { createWriteStream, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { writeBackup } from '../../store/schema/backup.ts';
import { storedSecretKeys } from '../../webhooks/prepare-secrets.ts';
import { withDatabaseUrl } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson } from '../terminal/output.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('Write all that is stored into a file, while the service runs')
    .argument('<file>', 'where to; it appears when it is whole')
    .option('--without-key', 'leave out the key that secrets of webhooks are sealed with')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe file holds hashes of keys, sealed secrets and, unless --without-key is given, the file secret.key of DATA_DIR: keep it as you keep the database.',
    )
    .action(async (file: string, options: OutputOptions & { withoutKey?: boolean }) => {
      const config = loadConfig();
      const secretKeys = options.withoutKey === true ? null : storedSecretKeys(config);
      const result = await withDatabaseUrl(config, (url) => writeWhole(url, file, secretKeys));
      if (options.json) return printJson({ file, ...result });
      print(`${file}: ${result.tables} tables, as of the migration ${result.migration}.`);
    });
}

/** A file that is not whole never has the name that was asked for. */
async function writeWhole(url: string, file: string, secretKeys: string[] | null) {
  const partial = `${file}.${process.pid}.partial`;
  try {
    const output = createWriteStream(partial, { mode: 0o600 });
    const result = await writeBackup(url, output, { version: ownVersion(), secretKeys });
    await rename(partial, file);
    return result;
  } finally {
    await rm(partial, { force: true });
  }
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
