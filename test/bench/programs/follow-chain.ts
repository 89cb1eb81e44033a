/** The whole service in a process of its own, API and worker, whose CPU time can be asked for. */
import { loadConfig } from '../../../src/config.ts';
import type { ConfigFile } from '../../../src/config-file.ts';
import { createLogger } from '../../../src/logger.ts';
import { startService } from '../../../src/main.ts';

const options: { environment: Record<string, string>; chains: NonNullable<ConfigFile['chains']> } =
  JSON.parse(process.env.BENCH_OPTIONS ?? '{}');
const config = loadConfig({
  environment: options.environment,
  file: { chains: options.chains, prices: { order: [] } },
});
const service = await startService(config, { logger: createLogger({ level: 'warn' }) });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, residentMiB: process.memoryUsage.rss() / 2 ** 20 });
});
process.once('disconnect', () => void service.stop().finally(() => process.exit()));
process.send?.({ url: service.url });
