/** The worker against a real database, with a source whose every answer the test holds in its hand. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { Activity, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { type Hash, zeroAddress } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createWorker, type Worker } from '../../src/ingest/loading/loading-worker.ts';
import type { Enrich } from '../../src/ingest/loading/step.ts';
import type { Log } from '../../src/log.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { listWalletSyncs } from '../../src/store/sync/sync-rows.ts';
import { address, hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
const workers: Worker[] = [];
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const chainId = 1;
const headNumber = 100;

beforeEach(async () => {
  await db.database.pool.query('TRUNCATE wallet, registration, sync, transaction, transfer, counter CASCADE');
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

async function register(number: number, chainIds: readonly number[] = [chainId]): Promise<number> {
  const { id: clientId } = await ensureClient(db.database, 'default');
  const [row] = await registerWallets(db.database, {
    clientId,
    addresses: [address(number)],
    chains: chainIds.map((id) => ({ chainId: id, fromBlock: 0 })),
  });
  if (row === undefined) throw new Error('not registered');
  return row.walletId;
}

/** A chain of 100 empty blocks; `fetchActivity` is the test's. */
function sourceOf(
  fetchActivity: (toBlock: number) => Promise<void>,
  id = chainId,
  blockHash: (block: number) => Hash = hash,
): ChainSource {
  const block = (number: number) => ({ number, hash: blockHash(number), timestamp: 1_700_000_000 + number });
  return {
    chainId: id,
    description: 'the test',
    probe: async () => ({ missing: [], warnings: [] }),
    getHead: async () => block(headNumber),
    getBlock: async (number) => (number <= headNumber ? block(number) : null),
    async fetchActivity({ toBlock }): Promise<Activity> {
      await fetchActivity(toBlock);
      return { reached: block(toBlock), transactions: [], credits: [], missing: [], warnings: [] };
    },
    callContracts: async () => [],
    getNativeBalance: async () => 0n,
    close: async () => {},
  };
}

/** One payment to the wallet in block 50, of so many wei. */
const paying =
  (wei: bigint): Enrich =>
  async (_chain, lease, { reached }) => ({
    transactions: [],
    transfers:
      reached.number < 50
        ? []
        : [
            {
              walletId: lease.walletId,
              position: 'p50',
              chainId: lease.chainId,
              blockNumber: 50,
              timestamp: 1_700_000_050,
              hash: hash(50),
              side: 'inflow',
              standard: 'native',
              tokenAddress: zeroAddress,
              tokenId: null,
              amount: wei,
              counterparty: address(99),
              fee: 0n,
              category: 'RECEIVE',
              taxTreatment: 'ACQUISITION',
              spamReason: null,
              ...{ heldBy: null, settles: null },
            },
          ],
    approvals: [],
    warnings: [],
  });

async function startWorker(
  owner: string,
  sources: readonly ChainSource[],
  enrich: Enrich,
  {
    confirmations = 200,
    pollSeconds = 3600,
    ...options
  }: { leaseMs?: number; slots?: number; confirmations?: number; pollSeconds?: number } = {},
): Promise<Worker> {
  const worker = createWorker({
    database: db.database,
    chains: sources.map((source) =>
      createChainRuntime(
        resolveChain({ chainId: source.chainId, pollSeconds, confirmations }, null),
        source,
        Date.now,
      ),
    ),
    enrich,
    log: silent,
    owner,
    idleMs: 20,
    ...options,
  });
  workers.push(worker);
  await worker.start();
  return worker;
}

async function amounts(): Promise<string[]> {
  const { rows } = await db.database.pool.query<{ amount: string }>('SELECT amount FROM transfer');
  return rows.map(({ amount }) => amount);
}

async function storedOf(walletId: number): Promise<unknown[]> {
  const { rows } = await db.database.pool.query(
    'SELECT * FROM transfer JOIN sync USING (wallet_id, chain_id) JOIN counter USING (wallet_id, chain_id) WHERE wallet_id = $1',
    [walletId],
  );
  return rows;
}

describe('leases', () => {
  test('a worker stopped past its lease writes nothing when it wakes', async () => {
    const walletId = await register(1);
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    await startWorker(
      'sleeper',
      [
        sourceOf(async () => {
          entered.resolve();
          await gate.promise;
        }),
      ],
      paying(666n),
      { leaseMs: 600_000, slots: 1 },
    );
    await entered.promise;
    // As if its process had been stopped for longer than the lease: nothing renewed it.
    await db.database.pool.query("UPDATE sync SET lease_until = now() - interval '1 second'");
    await startWorker('other', [sourceOf(async () => {})], paying(1000n));
    await expect.poll(amounts).toEqual(['1000']);
    await expect.poll(async () => (await listWalletSyncs(db.database, [walletId]))[0]?.leaseOwner).toBeNull();
    const before = await storedOf(walletId);
    expect(before).toHaveLength(1);

    await workers[1]?.stop();
    gate.resolve();
    // The sleeper has one slot: when it takes another wallet, it is done with this one.
    const next = await register(2);
    await expect.poll(async () => (await listWalletSyncs(db.database, [next]))[0]?.phase).toBe('FOLLOWING');
    expect(await storedOf(walletId)).toEqual(before);
    expect((await listWalletSyncs(db.database, [walletId]))[0]).toMatchObject({ fence: 2n, error: null });
  });

  test('one that fails when it wakes leaves no error behind either', async () => {
    const walletId = await register(1);
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    await startWorker(
      'sleeper',
      [
        sourceOf(async () => {
          entered.resolve();
          await gate.promise;
        }),
      ],
      paying(666n),
      { leaseMs: 600_000, slots: 1 },
    );
    await entered.promise;
    await db.database.pool.query("UPDATE sync SET lease_until = now() - interval '1 second'");
    await startWorker('other', [sourceOf(async () => {})], paying(1000n));
    await expect.poll(amounts).toEqual(['1000']);
    gate.reject(new RetryableError('the connection was lost while it slept'));
    await workers[1]?.stop();
    const next = await register(2);
    await expect
      .poll(async () => (await listWalletSyncs(db.database, [next]))[0]?.error)
      .toBe('the connection was lost while it slept');
    expect((await listWalletSyncs(db.database, [walletId]))[0]).toMatchObject({
      phase: 'FOLLOWING',
      error: null,
      attempts: 0,
    });
  });
});

describe('a better source', () => {
  test('a worker that lost its lease while it looked at its source forgets nothing of what another loaded', async () => {
    const walletId = await register(1);
    await db.database.pool.query("UPDATE sync SET missing = '{internal-calls}' WHERE wallet_id = $1", [
      walletId,
    ]);
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow: ChainSource = {
      ...sourceOf(async () => {}),
      async probe() {
        entered.resolve();
        await gate.promise;
        return { missing: [], warnings: [] };
      },
    };
    await startWorker('sleeper', [slow], paying(666n), { leaseMs: 600_000, slots: 1 });
    await entered.promise;
    await db.database.pool.query("UPDATE sync SET lease_until = now() - interval '1 second'");
    await startWorker('other', [sourceOf(async () => {})], paying(1000n));
    const stateOf = async () => (await listWalletSyncs(db.database, [walletId]))[0];
    await expect.poll(stateOf).toMatchObject({ phase: 'FOLLOWING', missing: [], leaseOwner: null });
    const before = await storedOf(walletId);
    expect(before).toHaveLength(1);
    await workers[1]?.stop();
    gate.resolve();
    // The sleeper has one slot: when it takes another wallet, it is done with this one.
    const next = await register(2);
    await expect.poll(async () => (await listWalletSyncs(db.database, [next]))[0]?.phase).toBe('FOLLOWING');
    expect(await storedOf(walletId)).toEqual(before);
  });
});

describe('slots', () => {
  test('a chain whose steps never end leaves the other chain its slots, one at least', async () => {
    const walletIds: number[] = [];
    for (let number = 1; number <= 6; number += 1) walletIds.push(await register(number, [1, 2]));
    let waiting = 0;
    const gate = Promise.withResolvers<void>();
    const hanging = sourceOf(async () => {
      waiting += 1;
      await gate.promise;
    }, 1);
    await startWorker('one', [hanging, sourceOf(async () => {}, 2)], paying(5n), { slots: 4 });
    await expect
      .poll(
        async () =>
          (await listWalletSyncs(db.database, walletIds))
            .filter(({ loadedAt }) => loadedAt !== null)
            .map((row) => row.chainId),
        { timeout: 10_000 },
      )
      .toEqual([2, 2, 2, 2, 2, 2]);
    expect(waiting).toBe(3);
    gate.resolve();
  });

  test('a chain that fails is tried by one wallet at a time, ever more rarely, with its reason shown', async () => {
    const walletIds: number[] = [];
    for (let number = 1; number <= 3; number += 1) walletIds.push(await register(number));
    let atOnce = 0;
    let most = 0;
    let calls = 0;
    const failing = sourceOf(async () => {
      calls += 1;
      atOnce += 1;
      // The first ones start together, before anything has failed.
      if (calls > 3) most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      throw new RetryableError('no route to host', { retryAfterMs: 30 });
    });
    await startWorker('one', [failing], paying(5n));
    await expect.poll(() => calls).toBeGreaterThan(12);
    expect(most).toBe(1);
    const [sync] = await listWalletSyncs(db.database, walletIds);
    expect(sync).toMatchObject({ phase: 'QUEUED', error: 'no route to host', loadedAt: null });
  });
});

test('a step that cannot be stored for a reason that nobody foresaw ends as FAILED, not as trying for ever', async () => {
  const walletId = await register(1);
  let prepared = 0;
  // Rows of another wallet: what only a fault of ours can make, seen when they are stored.
  const wrong: Enrich = async (chain, lease, activity, fromBlock) => {
    prepared += 1;
    return paying(5n)(chain, { ...lease, walletId: walletId + 1 }, activity, fromBlock);
  };
  await startWorker('one', [sourceOf(async () => {})], wrong, { pollSeconds: 0.01 });
  await expect
    .poll(async () => (await listWalletSyncs(db.database, [walletId]))[0]?.phase, { timeout: 20_000 })
    .toBe('FAILED');
  const [sync] = await listWalletSyncs(db.database, [walletId]);
  expect(sync?.error).toMatch(/row of wallet/);
  expect(prepared).toBe(5);
  expect(await amounts()).toEqual([]);
});

describe('fetching ahead', () => {
  /** Answers 30 blocks at a time and notes what it was asked for. */
  function pieceSource(blockHash: (block: number) => Hash = hash) {
    const asked: { range: [number, number]; signal: AbortSignal | undefined }[] = [];
    const plain = sourceOf(async () => {}, chainId, blockHash);
    const source: ChainSource = {
      ...plain,
      async fetchActivity({ fromBlock, toBlock, signal }) {
        asked.push({ range: [fromBlock, toBlock], signal });
        const number = Math.min(toBlock, fromBlock + 29);
        const reached = { number, hash: blockHash(number), timestamp: 1_700_000_000 + number };
        return { reached, transactions: [], credits: [], missing: [], warnings: [] };
      },
    };
    return { source, asked, ranges: () => asked.map(({ range }) => range) };
  }
  const stateOf = async (walletId: number) => (await listWalletSyncs(db.database, [walletId]))[0];
  const nothing = { transactions: [], transfers: [], approvals: [], warnings: [] };
  /** Blocks up to 90 are final. */
  const confirmations = 10;

  test('the blocks of the next two steps are fetched while a step is still being classified; each range is asked for once', async () => {
    const walletId = await register(1);
    const { source, ranges } = pieceSource();
    const seen: [number, number][][] = [];
    const enrich: Enrich = async (_chain, _lease, { reached }) => {
      for (const ahead of [reached.number + 1, reached.number + 31])
        if (ahead <= 90) await expect.poll(ranges).toContainEqual([ahead, 90]);
      seen.push(ranges());
      return nothing;
    };
    await startWorker('one', [source], enrich, { confirmations });
    await expect.poll(async () => (await stateOf(walletId))?.phase).toBe('FOLLOWING');
    expect(ranges()).toEqual([
      [0, 90],
      [30, 90],
      [60, 90],
      [90, 90],
      [91, 100],
    ]);
    // What is not final is fetched after the final part is stored, not before.
    expect(seen.map((asked) => asked.length)).toEqual([3, 4, 4, 4, 5]);
  });

  test('a step that cannot be stored ends what was fetched ahead; the next try begins where the row stands', async () => {
    const walletId = await register(1);
    const { source, asked, ranges } = pieceSource();
    let failures = 0;
    const enrich: Enrich = async (_chain, _lease, { reached }) => {
      if (reached.number < 59 || failures > 0) return nothing;
      failures += 1;
      await expect.poll(ranges).toContainEqual([90, 90]);
      throw new RetryableError('the disk is full', { retryAfterMs: 10 });
    };
    await startWorker('one', [source], enrich, { confirmations });
    await expect.poll(async () => (await stateOf(walletId))?.phase).toBe('FOLLOWING');
    expect(ranges().slice(0, 5)).toEqual([
      [0, 90],
      [30, 90],
      [60, 90],
      [90, 90],
      [30, 90],
    ]);
    expect([2, 3].map((ahead) => asked[ahead]?.signal?.aborted)).toEqual([true, true]);
  });

  test('what was fetched ahead of a chain that is another one by now is not stored', async () => {
    const walletId = await register(1);
    let isReplaced = false;
    const { source, ranges } = pieceSource((block) => hash(isReplaced ? block + 1000 : block));
    const enrich: Enrich = async (_chain, _lease, { reached }) => {
      if (reached.number >= 59) isReplaced = true;
      return nothing;
    };
    await startWorker('one', [source], enrich, { confirmations });
    await expect.poll(async () => (await stateOf(walletId))?.phase).toBe('FAILED');
    expect(ranges()).toContainEqual([60, 90]);
    expect(await stateOf(walletId)).toMatchObject({
      syncedBlock: 59,
      syncedHash: hash(59),
      error: expect.stringContaining('re-org deeper than 10 blocks'),
    });
  });
});
