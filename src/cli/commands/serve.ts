/** wallet-data serve */
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { configuredSecrets } from '../../config-secrets.ts';
import { isLoopbackName } from '../../config-values.ts';
import { errorText } from '../../errors.ts';
import { requireFreeAddresses } from '../../http/listening.ts';
import { createLogger, type Logger } from '../../logger.ts';
import { writeCompiled } from '../../processes/compiled.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { print } from '../terminal/output.ts';
import { stopBecause, untilStopOrFailure, untilStopped } from '../terminal/until-stopped.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the service until SIGTERM or Ctrl-C')
    .action(async () => {
      const config = loadConfig();
      const logger = createLogger({ level: config.logLevel, secrets: configuredSecrets(config) });
      await untilStopped(logger, async (signal) => {
        await requireFreeAddresses(config);
        // Loaded when it is needed: the other commands start faster without.
        const { startService } = await import('../../main.ts');
        const service = await startService(config, { logger });
        if (service.url !== null) await printSignInLink(config, service.url, logger);
        writeCompiled();
        const failure = await untilStopOrFailure(signal, service.failed);
        await stopBecause(failure, service.stop, logger);
      });
    });
}

/**
 * Prints a link that signs in once, for whoever has started the service. Only where nobody else reaches it, unless the configuration says
 * otherwise: what is printed may be kept in logs.
 */
async function printSignInLink(config: Config, serviceUrl: string, logger: Logger): Promise<void> {
  const { http, portal } = config;
  const isWanted =
    portal.startLink === 'always' || (portal.startLink === 'loopback' && isLoopbackName(http.host));
  if (!isWanted || !http.pages) return;
  try {
    const { createOwnerLink, linkMinutes } = await import('../../use-cases/members/sign-in-link.ts');
    const url = await withDatabase(config, async (database) => {
      if (database.session.isReadOnly) return null;
      const { id: clientId } = await requireClient(database, defaultClientName);
      const baseUrl = http.publicUrl ?? serviceUrl;
      return createOwnerLink(database, { clientId, baseUrl, isAsked: false });
    });
    if (url !== null) print(`Sign in (once, within ${linkMinutes} minutes): ${url}`);
  } catch (error) {
    // The service runs: `wallet-data login-link` makes another.
    logger.warn({ error: errorText(error) }, 'no link to sign in was made');
  }
}
