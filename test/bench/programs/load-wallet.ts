/** Loads the synthetic wallet into the given database as the service's worker does, and says what that took. */
import { errorText } from '../../../src/errors.ts';
import { createChainRuntime } from '../../../src/ingest/chain-runtime.ts';
import { createEnrich } from '../../../src/ingest/loading/enrich.ts';
import { createWorker } from '../../../src/ingest/loading/loading-worker.ts';
import { createSelectorNames } from '../../../src/labels/signatures/selectors.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { listWalletSyncs } from '../../../src/store/sync/sync-rows.ts';
import { chainConfig, registerAll } from '../../chaos/support/loader.ts';
import { createSyntheticSource, syntheticChainId, syntheticWallet } from '../synthetic-chain.ts';

const [url = '', size = '0'] = process.argv.slice(2);
const transfers = Number(size);
const chain = chainConfig({
  ...{ chainId: syntheticChainId, name: 'Synthetic', slug: 'synthetic', symbol: 'ETH' },
  ...{ rpc: ['http://127.0.0.1:1'], confirmations: 16, pollSeconds: 60 },
});
const database = await openDatabase({ url, maximumConnections: 8 });
await registerAll(database, chain, [syntheticWallet]);
const source = createSyntheticSource({ transfers, tokens: 200, counterparties: 20_000 });
const complain = (fields: object, text?: string): void => {
  process.stderr.write(`${text ?? ''} ${JSON.stringify(fields)}\n`);
};
const worker = createWorker({
  database,
  chains: [createChainRuntime(chain, source, Date.now)],
  enrich: createEnrich({ database, selectorName: createSelectorNames(), trustedTokens: () => new Map() }),
  log: { debug() {}, info() {}, warn: complain, error: complain },
  owner: 'bench',
});
const startedAt = performance.now();
const loaded = Promise.withResolvers<void>();
const look = async (): Promise<void> => {
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM wallet');
  const [sync] = await listWalletSyncs(
    database,
    rows.map(({ id }) => id),
  );
  if (sync?.phase === 'FAILED') loaded.reject(new Error(sync.error ?? 'failed'));
  if (sync?.loadedAt != null) loaded.resolve();
};
await worker.start();
const timer = setInterval(() => look().catch((error: unknown) => complain({}, errorText(error))), 250);
await loaded.promise;
const seconds = (performance.now() - startedAt) / 1000;
clearInterval(timer);
await worker.stop();
await database.close();
process.stdout.write(`${JSON.stringify({ seconds })}\n`);
