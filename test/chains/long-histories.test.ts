/** Histories that a node could only tell block by block: the number of requests is known before, and bounded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import { shareTestWorld } from '../support/world.ts';
import { type NodeProxy, startNodeProxy, without } from './support/node-proxy.ts';

let anvil: Anvil;
let world: World;
let proxy: NodeProxy;
let head: number;

beforeAll(async () => {
  ({ anvil, world } = await shareTestWorld({ seed: 3, transactions: 900 }));
  proxy = await startNodeProxy(anvil.rpcUrl);
  head = (await open(0).getHead()).number;
});

afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});

const open = (startBlock: number) =>
  createRpcSource({
    ...{ chainId: world.chainId, urls: [proxy.url], startBlock },
    limits: { blockScanBlocks: 50, wholeRangeBlocks: 20 },
  });

const lacking: [name: string, methods: string[]][] = [
  ['trace_block', ['trace_filter']],
  ['debug_traceBlockByNumber', ['trace_filter', 'trace_block', 'trace_transaction']],
];
test.each(lacking)('%s: too many blocks are not read one by one', async (_, methods) => {
  proxy.interfere(without(...methods));
  const source = open(0);
  const { missing, warnings, advice, requestsPerHistory } = await source.probe();
  // Two requests for each block: itself and its traces.
  const requests = 2 * (head + 1);
  expect(requestsPerHistory).toBe(requests);
  expect(missing).toEqual(['transactions', 'internal-calls']);
  expect(warnings.join()).toContain(`about ${requests} requests for each wallet, and the limit is 50 blocks`);
  expect(advice).toContain(`"blockScanBlocks": ${head + 1} or more`);

  proxy.counts.clear();
  const address = lowerAddress(world.wallets.bob);
  const step = await source.fetchActivity({ address, fromBlock: 0, toBlock: head });
  expect(step).toMatchObject({ reached: { number: head }, missing: ['transactions', 'internal-calls'] });
  // What the logs name is there, each with its own traces.
  expect(step.transactions.length).toBeGreaterThan(10);
  expect(proxy.counts.get('trace_block') ?? 0).toBe(0);
  expect(proxy.counts.get('debug_traceBlockByNumber') ?? 0).toBeLessThanOrEqual(step.transactions.length);

  // The last steps of a history that is too long leave out the same; a wallet that follows the chain has only new blocks to read.
  const newest = { address, fromBlock: head - 30, toBlock: head };
  expect((await source.fetchActivity(newest)).missing).toEqual(['transactions', 'internal-calls']);
  expect((await source.fetchActivity({ ...newest, isFollowing: true })).missing).toEqual([]);
});

test('a history that begins late has few blocks', async () => {
  proxy.interfere(without('trace_filter'));
  const source = open(head - 20);
  // 21 blocks.
  expect(await source.probe()).toEqual({ missing: [], warnings: [], requestsPerHistory: 42 });
  const address = lowerAddress(world.wallets.bob);
  expect((await source.fetchActivity({ address, fromBlock: head - 20, toBlock: head })).missing).toEqual([]);
});
