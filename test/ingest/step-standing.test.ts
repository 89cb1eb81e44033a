/** A step whose blocks were fetched ahead, when the chain that they continue is another one, or not there, by then. */
import { expect, test, vi } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type {
  ActivityRequest,
  BlockReference,
  ChainSource,
} from '../../src/chains/definitions/chain-source.ts';
import type { Hash } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { type Enrich, prepareStep, type StepResult } from '../../src/ingest/loading/step.ts';
import type { SyncLease } from '../../src/store/sync/commit.ts';
import { queuedLease } from './support/queued-lease.ts';

const chainId = 31337;
type Fork = 'a' | 'b';
const hashOf = (fork: Fork, block: number): Hash => `0x${fork}${block.toString(16).padStart(63, '0')}`;

/** A chain of 100 blocks, given ten at a time, that can become another one from its first block on. */
function forkingChain() {
  const state = { fork: 'a' as Fork, hasBlocks: true };
  const asked: ActivityRequest[] = [];
  const blockOf = (number: number): BlockReference => ({
    ...{ number, hash: hashOf(state.fork, number), timestamp: 1_700_000_000 + number },
  });
  const source = {
    ...{ chainId, description: 'written down' },
    probe: async () => ({ missing: [], warnings: [] }),
    getHead: async () => blockOf(100),
    getBlock: async (number: number) => (state.hasBlocks ? blockOf(number) : null),
    async fetchActivity(request: ActivityRequest) {
      asked.push(request);
      const reached = blockOf(Math.min(request.fromBlock + 9, request.toBlock));
      return { reached, transactions: [], credits: [], missing: [], warnings: [] };
    },
  } as unknown as ChainSource;
  const config = resolveChain({ chainId, rpc: ['http://127.0.0.1:1'], confirmations: 20 }, null);
  // A moment later at each look: nothing is remembered.
  let now = 0;
  return { state, asked, chain: createChainRuntime(config, source, () => (now += 60_000)) };
}

const enrich: Enrich = async () => ({ transactions: [], transfers: [], approvals: [], warnings: [] });
const optionsOf = (ahead: StepResult['ahead']) => ({
  ...{ enrich, ahead, stepsLeft: 5, signal: AbortSignal.timeout(60_000) },
});

/** The first ten blocks are stored, and the next ones fetched ahead. */
async function afterOneStep() {
  const forking = forkingChain();
  const queued = queuedLease({ chainId });
  const { commit, ahead } = await prepareStep(forking.chain, queued, optionsOf(null));
  await ahead?.activity;
  const lease: SyncLease = { ...queued, ...commit.progress, loadedAt: null };
  expect([lease.syncedBlock, ahead?.request.fromBlock]).toEqual([9, 10]);
  return { ...forking, lease, ahead };
}

test('it stands: what was fetched ahead is taken, and asked for once', async () => {
  const { chain, lease, ahead, asked } = await afterOneStep();
  const { commit } = await prepareStep(chain, lease, optionsOf(ahead));
  expect(commit.progress).toMatchObject({ syncedBlock: 19, syncedHash: hashOf('a', 19) });
  expect(asked.filter(({ fromBlock }) => fromBlock === 10)).toHaveLength(1);
});

/** What is stored was final: this is how it is told, and nothing is stored on top of it. */
const deepReorg = { name: 'PermanentError', kind: 'deep-reorg' };

test('it is another block: what was fetched ahead is not stored, and that is told at once', async () => {
  const { state, chain, lease, ahead } = await afterOneStep();
  state.fork = 'b';
  await expect(prepareStep(chain, lease, optionsOf(ahead))).rejects.toMatchObject(deepReorg);
});

test('the same where fetching ahead has failed for that', async () => {
  const { state, chain, lease, ahead } = await afterOneStep();
  if (ahead === null) throw new Error('nothing was fetched ahead');
  const activity = Promise.reject(new RetryableError('blocks 9 and 10 are not of one chain: a re-org'));
  activity.catch(() => undefined);
  state.fork = 'b';
  await expect(prepareStep(chain, lease, optionsOf({ ...ahead, activity }))).rejects.toMatchObject(deepReorg);
  // While it stands, the failure is the step's.
  state.fork = 'a';
  await expect(prepareStep(chain, lease, optionsOf({ ...ahead, activity }))).rejects.toThrow(
    'not of one chain',
  );
});

test('the node does not have it: the step waits, whatever was fetched ahead', async () => {
  const { state, chain, lease, ahead } = await afterOneStep();
  state.hasBlocks = false;
  await expect(prepareStep(chain, lease, optionsOf(ahead))).rejects.toMatchObject({
    ...{ name: 'RetryableError', kind: 'source-behind' },
    message: 'the node does not have block 9, which is already stored; waiting for it',
  });
});

test('both pieces that are fetched ahead are begun with, one after the other, and no more than these', async () => {
  const { chain, asked } = forkingChain();
  const begun: number[] = [];
  const first = Promise.withResolvers<void>();
  const counting: Enrich = Object.assign((...given: Parameters<Enrich>) => enrich(...given), {
    async prepare(...[, , { reached }]: Parameters<NonNullable<Enrich['prepare']>>) {
      begun.push(reached.number);
      if (reached.number === 19) await first.promise;
    },
  });
  await prepareStep(chain, queuedLease({ chainId }), { ...optionsOf(null), enrich: counting });
  await vi.waitFor(() => expect(begun).toEqual([9, 19]));
  first.resolve();
  await vi.waitFor(() => expect(begun).toEqual([9, 19, 29]));
  expect(asked.map(({ fromBlock }) => fromBlock)).toEqual([0, 10, 20]);
});
