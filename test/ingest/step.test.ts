/** Steps on a real node whose chain changes between what a step looks at and what it fetches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import type { Address } from '../../src/domain/model.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import type { FetchAhead } from '../../src/ingest/loading/fetch-ahead.ts';
import { type Enrich, prepareStep, type StepResult } from '../../src/ingest/loading/step.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { commitStep, type SyncLease } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { startNodeProxy, without } from '../chains/support/node-proxy.ts';
import { askNode } from '../support/explorer-fake/chain-index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { queuedLease } from './support/queued-lease.ts';

const chainId = 31337;
// Anvil's first two accounts.
const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const wallet: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

let anvil: Anvil;
let db: TestDatabase;
beforeAll(async () => {
  [anvil, db] = await Promise.all([startAnvil({ chainId }), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([anvil?.stop(), db?.drop()]);
});

const pay = (): Promise<unknown> =>
  askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [{ from: payer, to: wallet, value: '0x5' }]);

const currentBlock = async (): Promise<number> => Number(await askNode(anvil.rpcUrl, 'eth_blockNumber', []));

/** What is stored does not matter here, only up to which block. */
const enrich: Enrich = async () => ({ transactions: [], transfers: [], approvals: [], warnings: [] });

async function firstLease(): Promise<SyncLease> {
  const { id: clientId } = await ensureClient(db.database, 'default');
  await registerWallets(db.database, { clientId, addresses: [wallet], chains: [{ chainId, fromBlock: 0 }] });
  const lease = await leaseSync(db.database, { owner: 'test', leaseMs: 60_000, chainIds: [chainId] });
  if (lease === null) throw new Error('nothing is due');
  return lease;
}

test('a re-org after the look at the stored block is noticed while the blocks after it are fetched', async () => {
  for (let block = 1; block <= 16; block += 1) await pay();
  let now = 0;
  const config = resolveChain({ chainId, rpc: [anvil.rpcUrl], confirmations: 4, pollSeconds: 12 }, null);
  const chain = createChainRuntime(config, createRpcSource({ chainId, urls: config.rpc }), () => now);
  const options = { enrich, signal: AbortSignal.timeout(60_000), ahead: null, stepsLeft: 0 };

  let lease = await firstLease();
  for (const reached of [12, 16]) {
    const { commit } = await prepareStep(chain, lease, options);
    expect(commit.progress.syncedBlock).toBe(reached);
    expect(await commitStep(db.database, lease, commit)).toBe(true);
    lease = { ...lease, ...commit.progress };
  }

  // Block 17 is mined, the worker looks at its head and at block 16, and then blocks 15 to 17 are replaced.
  await pay();
  now += 12_000;
  expect(await chain.head()).toMatchObject({ number: 17 });
  expect(await chain.block(16)).toMatchObject({ hash: lease.syncedHash });
  await askNode(anvil.rpcUrl, 'anvil_reorg', [3, []]);
  await expect(prepareStep(chain, lease, options)).rejects.toMatchObject({
    name: 'RetryableError',
    message: /blocks 16 and 17 are not of one chain: a re-org/,
  });

  // The next look sees it, and the blocks after the last final one are replaced.
  now += 12_000;
  const { commit } = await prepareStep(chain, lease, options);
  expect(commit).toMatchObject({ rollbackTo: 12, progress: { syncedBlock: 17, safeBlock: 13 } });
});

/** A row that waits for its first step. */
const queued = queuedLease({ chainId, address: wallet });

test('what is fetched ahead of a wallet that is loaded is asked for as what it follows', async () => {
  const config = resolveChain({ chainId, rpc: [anvil.rpcUrl], confirmations: 4 }, null);
  const source = createRpcSource({
    chainId,
    urls: config.rpc,
    limits: { wholeRangeBlocks: 1, stepTransactions: 2 },
  });
  const asked: (boolean | undefined)[] = [];
  const watched: typeof source = {
    ...source,
    fetchActivity(request) {
      asked.push(request.isFollowing);
      return source.fetchActivity(request);
    },
  };
  const chain = createChainRuntime(config, watched, () => 0);
  const block = await chain.block(1);
  const stored = {
    syncedBlock: 1,
    syncedHash: block?.hash ?? null,
    safeBlock: 1,
    safeHash: block?.hash ?? null,
  };
  for (const loadedAt of [null, 1]) {
    const options = { enrich, signal: AbortSignal.timeout(60_000), ahead: null, stepsLeft: 1 };
    const { ahead } = await prepareStep(chain, { ...queued, ...stored, loadedAt }, options);
    await ahead?.activity;
  }
  expect(asked).toEqual([false, false, true, true]);
});

test('steps one after the other take what was fetched ahead: each block is asked for once', async () => {
  for (let block = (await currentBlock()) + 1; block <= 40; block += 1) await pay();
  const config = resolveChain({ chainId, rpc: [anvil.rpcUrl], confirmations: 4 }, null);
  const limits = { wholeRangeBlocks: 1, stepTransactions: 2, firstRangeBlocks: 8, longestRangeBlocks: 8 };
  const source = createRpcSource({ chainId, urls: config.rpc, limits });
  const asked: number[] = [];
  const watched: typeof source = {
    ...source,
    fetchActivity(request) {
      asked.push(request.fromBlock);
      return source.fetchActivity(request);
    },
  };
  const chain = createChainRuntime(config, watched, () => 0);
  let lease: SyncLease = queued;
  let ahead: FetchAhead | null = null;
  const begins: number[] = [];
  const events: string[] = [];
  const early: number[] = [];
  const noting: Enrich = Object.assign(
    async (...given: Parameters<Enrich>) => {
      events.push(`records to ${given[2].reached.number}`);
      return enrich(...given);
    },
    {
      prepare: async (...given: Parameters<NonNullable<Enrich['prepare']>>): Promise<void> => {
        const event = `begun to ${given[2].reached.number}`;
        if (!events.includes(event)) events.push(event);
      },
    },
  );
  for (let step = 1; step <= 20; step += 1) {
    begins.push((lease.syncedBlock ?? -1) + 1);
    const options = { enrich: noting, signal: AbortSignal.timeout(60_000), ahead, stepsLeft: 20 - step };
    const prepared: StepResult = await prepareStep(chain, lease, options);
    ahead = prepared.ahead;
    // It is stored now; meanwhile what was fetched ahead is begun with.
    const next = await ahead?.activity;
    if (next !== undefined && events.includes(`begun to ${next.reached.number}`))
      early.push(next.reached.number);
    lease = { ...lease, ...prepared.commit.progress, loadedAt: null };
    if (prepared.atHead) break;
  }
  expect(lease.syncedBlock).toBe(await currentBlock());
  expect(begins.length).toBeGreaterThan(4);
  expect(asked).toEqual(begins);
  // Each is begun with once, those that are fetched ahead while the one before is stored.
  const reached = [...begins.slice(1).map((begin) => begin - 1), lease.syncedBlock ?? 0];
  expect(events).toEqual(reached.flatMap((block) => [`begun to ${block}`, `records to ${block}`]));
  // All final pieces but the first: those up to block 36.
  expect(early).toEqual(reached.slice(1).filter((block) => block <= 36));
});

test('a history that only 77 million requests could give is not begun: the failure says what it would take', async () => {
  const proxy = await startNodeProxy(anvil.rpcUrl);
  try {
    proxy.interfere(without('trace_filter'));
    const config = resolveChain({ chainId, rpc: [proxy.url], confirmations: 4, blockScanBlocks: 10 }, null);
    const limits = { blockScanBlocks: config.blockScanBlocks, wholeRangeBlocks: 4 };
    const source = createRpcSource({ chainId, urls: config.rpc, limits });
    const chain = createChainRuntime(config, source, () => 0);
    const { number: head } = await chain.head();
    const options = { enrich, signal: AbortSignal.timeout(60_000), ahead: null, stepsLeft: 0 };
    const first = await prepareStep(chain, queued, options);
    const { commit } = await prepareStep(
      chain,
      { ...queued, ...first.commit.progress, loadedAt: null },
      options,
    );
    // Each block and its traces.
    const requests = 2 * (head + 1);
    expect(commit.progress).toMatchObject({
      ...{ phase: 'FAILED', syncedBlock: head, loaded: false },
      failure: expect.stringContaining(
        `cannot give transactions and internal-calls on Chain 31337, so the history would be incomplete. Give the chain a node with ` +
          `trace_filter, an explorer or a later startBlock, or allow about ${requests} requests for each wallet by "blockScanBlocks": ` +
          `${head + 1} or more, or set "allowIncomplete": true`,
      ),
    });
    expect(proxy.counts.get('trace_block') ?? 0).toBeLessThan(head);
  } finally {
    await proxy.stop();
  }
});
