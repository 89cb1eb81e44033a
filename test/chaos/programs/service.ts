/** The whole service in a process of its own, for tests that take its database away. Prints its URL. */
import { loadConfig } from '../../../src/config.ts';
import type { ConfigFile } from '../../../src/config-file.ts';
import { createLogger } from '../../../src/logger.ts';
import { startService } from '../../../src/main.ts';

const options: { environment: Record<string, string>; chains: NonNullable<ConfigFile['chains']> } =
  JSON.parse(process.argv[2] ?? '{}');
const config = loadConfig({ environment: options.environment, file: { chains: options.chains } });
const service = await startService(config, { logger: createLogger({ level: 'silent' }) });
process.stdout.write(`url ${service.url}\n`);
