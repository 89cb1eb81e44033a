/** `wallet-data secrets`: the key that secrets in the database are sealed with. */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { resealSecrets } from '../../store/webhooks/webhook-endpoints.ts';
import { rotateSecretKey } from '../../webhooks/prepare-secrets.ts';
import { withDatabase } from '../terminal/database-access.ts';
import { print } from '../terminal/output.ts';

export function addSecretCommands(program: Command): void {
  program
    .command('secrets')
    .description('The key that secrets in the database (of webhooks) are sealed with')
    .command('rotate')
    .description(
      'Seal every secret anew: with a new key in DATA_DIR/secret.key, or with the first of SECRET_KEY, behind which the former one stands',
    )
    .action(async () => {
      const config = loadConfig();
      const count = await withDatabase(config, (database) =>
        rotateSecretKey(config, (box) => resealSecrets(database, box)),
      );
      const rest =
        config.secretKeys === null
          ? 'The former key stays in DATA_DIR/secret.key until the next rotation.'
          : 'When every process runs with the new key, take the former one out of SECRET_KEY.';
      print(`${count} webhooks were given their secrets under the new key. ${rest}`);
    });
}
