/** Ten wallets registered at once, through the whole service: the same rows as one after the other, for the searches of one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NodeProxy, startNodeProxy } from '../chains/support/node-proxy.ts';
import { startTestService } from '../support/service.ts';
import { readState } from '../support/state-hash.ts';
import { shareTestWorld, type TestWorld } from '../support/world.ts';

let testWorld: TestWorld;
let proxy: NodeProxy;

beforeAll(async () => {
  testWorld = await shareTestWorld({ seed: 3, transactions: 900 });
  proxy = await startNodeProxy(testWorld.anvil.rpcUrl);
});
afterAll(async () => {
  await proxy?.stop();
  await testWorld?.anvil.stop();
});

/** Loads them in these groups, one after the other, into a database of its own: their rows, and how often logs were searched for. */
async function load(groups: readonly (readonly string[])[]) {
  proxy.interfere({});
  const counted = (): number => proxy.counts.get('eth_getLogs') ?? 0;
  // The node is probed once, before the first group is registered or after it: it counts with that group.
  let before = counted();
  const service = await startTestService([{ ...testWorld.chain, rpc: [proxy.url] }]);
  try {
    const searches: number[] = [];
    for (const group of groups) {
      await service.api.load(group);
      searches.push(counted() - before);
      before = counted();
    }
    return { searches, databaseUrl: service.databaseUrl };
  } finally {
    await service.stop();
  }
}

test('the rows, counters and ranks are those of wallets loaded one by one; the logs are searched as for one', async () => {
  const { wallets, accounts, contracts } = testWorld.world;
  const named = [wallets, accounts, contracts].flatMap((part) => Object.values(part));
  const ten = [...new Set(named.map((one) => one.toLowerCase()))].slice(0, 10);
  const together = await load([ten]);
  const alone = await load(ten.map((one) => [one]));
  const state = await readState(together.databaseUrl);
  expect(state.transactions).toBeGreaterThan(500);
  expect(state).toEqual(await readState(alone.databaseUrl));

  // One wallet searches the final blocks and those up to the head by three filters each; the first one probes the node, too.
  const [first = 0, ...others] = alone.searches;
  expect([first, ...new Set(others)]).toEqual([7, 6]);
  // The chain stands still: nothing is left for the other nine to search.
  expect(together.searches).toEqual([7]);
});
