/** A worker whose source fails: the wallet has fallen behind, and is in step again after the next step that succeeds. */
import { expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { RetryableError } from '../../src/errors.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createWorker } from '../../src/ingest/loading/loading-worker.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { listWalletSyncs } from '../../src/store/sync/sync-rows.ts';
import { address, hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let nextWallet = 1;

/** A chain of 100 empty blocks. */
function emptyChain(beforeHead: () => void): ChainSource {
  const block = (number: number) => ({ number, hash: hash(number), timestamp: 1_700_000_000 + number });
  return {
    ...{
      chainId: 1,
      description: 'the test',
      callContracts: async () => [],
      getNativeBalance: async () => 0n,
    },
    probe: async () => ({ missing: [], warnings: [] }),
    getHead: async () => {
      beforeHead();
      return block(100);
    },
    getBlock: async (number) => block(number),
    fetchActivity: async ({ toBlock }) => ({
      ...{ reached: block(toBlock), transactions: [], credits: [], missing: [], warnings: [] },
    }),
    close: async () => {},
  };
}

/** Registers a wallet and has a worker follow it; what the worker does is awaited, never how fast. */
async function follow(pollSeconds: number, beforeHead: () => void) {
  const { database } = db;
  const { id: clientId } = await ensureClient(database, 'default');
  const [row] = await registerWallets(database, {
    clientId,
    addresses: [address(nextWallet++)],
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  const walletId = row?.walletId ?? 0;
  const config = resolveChain({ chainId: 1, pollSeconds }, null);
  const worker = createWorker({
    database,
    chains: [createChainRuntime(config, emptyChain(beforeHead), Date.now)],
    enrich: async () => ({ transactions: [], transfers: [], approvals: [], warnings: [] }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    owner: 'test',
    idleMs: 20,
  });
  await worker.start();
  const state = async () => (await listWalletSyncs(database, [walletId]))[0];
  const becomes = (expected: object) => expect.poll(state, { timeout: 20_000 }).toMatchObject(expected);
  return { walletId, worker, becomes };
}

test('a wallet whose steps fail has fallen behind at once, and is in step again after the next one', async () => {
  let isBroken = false;
  const { walletId, worker, becomes } = await follow(0.01, () => {
    if (isBroken) throw new RetryableError('node.example:8545: no connection');
  });
  await becomes({ phase: 'FOLLOWING', staleSince: null, errorKind: null });
  isBroken = true;
  await becomes({
    ...{ phase: 'FOLLOWING', loadedAt: expect.any(Number), staleSince: expect.any(Number) },
    ...{ error: 'node.example:8545: no connection', errorKind: 'source-unavailable' },
  });
  isBroken = false;
  await becomes({ phase: 'FOLLOWING', staleSince: null, error: null, errorKind: null });
  await worker.stop();

  // Dropped and to be loaded again: it was never in step.
  await db.database.pool.query("UPDATE sync SET stale_at = now() - interval '1 second'");
  await becomes({ staleSince: expect.any(Number) });
  await resetSync(db.database, walletId);
  await becomes({ phase: 'QUEUED', staleSince: null });
});

test.each<[number, number]>([
  // Five polls, and never less than half a minute.
  [3600, 18_000],
  [12, 60],
  [0.5, 30],
])('polled every %d s: stale after %i s without a look at the head', async (pollSeconds, staleAfter) => {
  const { walletId, worker, becomes } = await follow(pollSeconds, () => {});
  await becomes({ phase: 'FOLLOWING', loadedAt: expect.any(Number) });
  await worker.stop();
  const { rows } = await db.database.pool.query(
    'SELECT extract(epoch FROM stale_at - head_reached_at)::float8 AS seconds FROM sync WHERE wallet_id = $1',
    [walletId],
  );
  // Both columns round to a millisecond.
  expect(rows[0].seconds).toBeCloseTo(staleAfter, 2);
});
