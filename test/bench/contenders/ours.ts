/** Our own service as it runs in production: the whole HTTP server with keys checked, API role, no chains of its own. */
import { loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/logger.ts';
import { startService } from '../../../src/main.ts';
import { serveContender } from './program.ts';

await serveContender(async ({ databaseUrl, apiKey }) => {
  const config = loadConfig({
    environment: {
      PORT: '0',
      ROLE: 'api',
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_API_KEY: apiKey,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: process.env.BENCH_UNITS_PER_SECOND ?? '1000000',
      RATE_LIMIT_BURST: process.env.BENCH_UNITS_BURST ?? '1000000',
      REQUEST_TIMEOUT_SECONDS: '300',
    },
    file: { prices: { order: [] } },
  });
  const { url } = await startService(config, { logger: createLogger({ level: 'warn' }) });
  if (url === null) throw new Error('the service has no API');
  return { url };
});
