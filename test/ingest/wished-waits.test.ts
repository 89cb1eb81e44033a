/** What a source asks the worker to wait for, and how far it is followed. */
import { expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { RetryableError } from '../../src/errors.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createWorker } from '../../src/ingest/loading/loading-worker.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { address } from '../support/records.ts';

const chainId = 1;

test.each([
  ['no wait at all', 0, 1],
  ['a wait of minutes', 300_000, 300],
  ['a wait of a year', 365 * 86_400_000, 3_600],
])(
  'a source that asks for %s is asked again after a second at least, and an hour at most',
  async (_, retryAfterMs, seconds) => {
    const { database, drop } = await createTestDatabase();
    const away = async (): Promise<never> => {
      throw new RetryableError('too many requests', { retryAfterMs });
    };
    const source = {
      ...{ chainId, description: 'the test', callContracts: async () => [], close: async () => {} },
      ...{ probe: away, getHead: away, getBlock: away, fetchActivity: away, getNativeBalance: away },
    };
    const failed = Promise.withResolvers<void>();
    const worker = createWorker({
      database,
      chains: [createChainRuntime(resolveChain({ chainId }, null), source, Date.now)],
      enrich: away,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      owner: 'one',
    });
    try {
      const { id: clientId } = await ensureClient(database, 'default');
      const chains = [{ chainId, fromBlock: 0 }];
      await registerWallets(database, { clientId, addresses: [address(1)], chains });
      const stop = await database.listen('wallet_changed', () => {
        void database.pool
          .query('SELECT FROM sync WHERE attempts > 0')
          .then(({ rowCount }) => rowCount === 1 && failed.resolve());
      });
      await worker.start();
      await failed.promise;
      await stop();
      const { rows } = await database.pool.query<{ seconds: number }>(
        'SELECT round(extract(epoch FROM next_run_at - updated_at))::int AS seconds FROM sync',
      );
      expect(rows).toEqual([{ seconds }]);
    } finally {
      await worker.stop();
      await drop();
    }
  },
);
