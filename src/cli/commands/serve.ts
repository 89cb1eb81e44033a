/** wallet-data serve */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { configuredSecrets } from '../../config-secrets.ts';
import { createLogger } from '../../logger.ts';
import { endLater, untilStopOrFailure, untilStopped } from '../terminal/until-stopped.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the service until SIGTERM or Ctrl-C')
    .action(async () => {
      const config = loadConfig();
      const logger = createLogger({ level: config.logLevel, secrets: configuredSecrets(config) });
      await untilStopped(logger, async (signal) => {
        // Loaded when it is needed: the other commands start faster without.
        const { startService } = await import('../../main.ts');
        const service = await startService(config, { logger });
        const failure = await untilStopOrFailure(signal, service.failed);
        if (failure !== null) endLater(failure, logger);
        await service.stop();
        if (failure !== null) throw failure;
      });
    });
}
