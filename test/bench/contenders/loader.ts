/** Our whole service with its worker on one local chain, without price sources: what loading is measured on. */
import { loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/logger.ts';
import { startService } from '../../../src/main.ts';
import { serveContender } from './program.ts';

await serveContender(async ({ databaseUrl, apiKey }) => {
  const config = loadConfig({
    environment: {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_API_KEY: apiKey,
      LOG_LEVEL: 'error',
    },
    file: { chains: [JSON.parse(process.env.BENCH_CHAIN ?? '')], prices: { order: [] } },
  });
  const { url } = await startService(config, { logger: createLogger({ level: 'error' }) });
  if (url === null) throw new Error('the service has no API');
  return { url };
});
