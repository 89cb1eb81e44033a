/**
 * The explorer as a chain's way of discovery, through the whole service: what it loads is what a node with traces loads.
 * The fake explorer answers from the same chain.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActions } from '../../demo/calls/actions.ts';
import { createChainIndex } from '../support/explorer-fake/chain-index.ts';
import { type FakeExplorer, startFakeExplorer } from '../support/explorer-fake/fake-explorer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readState, type State } from '../support/state-hash.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';

let testWorld: TestWorld;
let byNode: State;
/** An explorer names functions by their source, a node's transactions are named by their selectors: the names are the same here. */
const named = ['function_source'];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600 });
  stops.push(testWorld.anvil.stop);
  const service = await started([testWorld.chain]);
  await service.api.load(testWorld.addresses);
  byNode = await readState(service.databaseUrl, named);
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function started(...args: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...args);
  stops.push(service.stop);
  return service;
}

async function fake(kind: 'etherscan' | 'blockscout' | 'routescan'): Promise<FakeExplorer> {
  const { world } = testWorld;
  const index = createChainIndex(world.rpcUrl);
  const explorer = await startFakeExplorer({
    kind,
    index,
    chainId: world.chainId,
    apiKey: 'secret-key',
    rowCap: 1000,
  });
  stops.push(explorer.close);
  return explorer;
}

test('blockscout with a node that reads the receipts: the same history, with few requests', async () => {
  const explorer = await fake('blockscout');
  const service = await started([
    { ...testWorld.chain, explorer: { kind: 'blockscout', url: explorer.url, apiKey: 'secret-key' } },
  ]);
  await service.api.load(testWorld.addresses);
  expect(await readState(service.databaseUrl, named)).toEqual(byNode);
  const actions = explorer.requests.map(({ action }) => action);
  expect(actions).toContain('txlistinternal');
  expect(actions).not.toContain('eth_getTransactionReceipt');
});

test('etherscan alone: the same history, receipts through its proxy, and it follows the head', async () => {
  const explorer = await fake('etherscan');
  const { rpc: _, ...chain } = testWorld.chain;
  const service = await started(
    [{ ...chain, explorer: { kind: 'etherscan', url: explorer.url }, pollSeconds: 0.5 }],
    { environment: { ETHERSCAN_API_KEY: 'secret-key' } },
  );
  await service.api.load(testWorld.addresses);
  expect(await readState(service.databaseUrl, named)).toEqual(byNode);

  const actions = createActions(testWorld.world);
  const { world } = testWorld;
  await actions.sendEther(world.accounts.dave, world.wallets.alice, 1_000_000_000_000_000_000n);
  await service.api.waitForBlock(Number((await actions.chain.latestBlock()).number));
  const state = await readState(service.databaseUrl, named);
  expect(state.transfers).toBe(byNode.transfers + 1);
});
