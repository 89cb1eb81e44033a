/** Where a piece of a history ends is told while it is loaded, so that the next piece is searched for meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import type { Activity, BlockPlace } from '../../src/chains/definitions/chain-source.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import type { Address } from '../../src/domain/model.ts';
import { shareTestWorld } from '../support/world.ts';
import { type ProxiedCall, useNodeProxy } from './support/node-proxy.ts';

let anvil: Anvil;
let world: World;
let head: number;
let address: Address;
const proxy = useNodeProxy(() => anvil.rpcUrl);

beforeAll(async () => {
  ({ anvil, world } = await shareTestWorld({ seed: 3, transactions: 900 }));
  head = (await open([anvil.rpcUrl]).getHead()).number;
  address = lowerAddress(world.wallets.bob);
});

afterAll(async () => {
  await anvil?.stop();
});

const open = (urls = [proxy.url]) =>
  createRpcSource({
    ...{ chainId: world.chainId, urls },
    limits: {
      stepTransactions: 40,
      wholeRangeBlocks: 1,
      firstRangeBlocks: 50,
      concurrency: 2,
      batchWeight: 10,
    },
  });
const isLookUp = ({ method }: ProxiedCall): boolean => method === 'eth_getTransactionReceipt';
const filterSchema = z.object({ fromBlock: z.string() });
const isSearchFrom = ({ method, params }: ProxiedCall, block: number): boolean =>
  method === 'eth_getLogs' && Number(filterSchema.parse(params[0]).fromBlock) === block;

test('while the receipts are waited for, and is what the answer says', async () => {
  const source = open();
  await source.probe();
  let lookUps = 0;
  proxy.interfere({
    exchange(calls) {
      if (calls.some(isLookUp)) lookUps += 1;
      return undefined;
    },
  });
  const told: BlockPlace[] = [];
  let before = 0;
  const { reached, transactions } = await source.fetchActivity({
    ...{ address, fromBlock: 0, toBlock: head },
    onReached(place) {
      before = lookUps;
      told.push(place);
    },
  });
  // Two exchanges at once: when the end was told, not all receipts had been asked for.
  expect(before).toBeLessThan(lookUps);
  expect(told).toEqual([{ number: reached.number, hash: reached.hash }]);
  expect(reached.number).toBeLessThan(head);
  expect(transactions.length).toBeGreaterThan(30);
});

test('the next piece is searched for before the transactions of this one are there', async () => {
  const source = open();
  await source.probe();
  const [first, second] = [open([anvil.rpcUrl]), open([anvil.rpcUrl])];
  const range = { address, fromBlock: 0, toBlock: head };
  const { reached } = await first.fetchActivity(range);
  const after = { ...range, fromBlock: reached.number + 1, parentHash: reached.hash };
  const expected = [await second.fetchActivity(range), await second.fetchActivity(after)];

  let isAnswered = false;
  const searched: boolean[] = [];
  proxy.interfere({
    exchange(calls) {
      if (calls.some((call) => isSearchFrom(call, after.fromBlock))) searched.push(isAnswered);
      return undefined;
    },
  });
  const ahead = Promise.withResolvers<Activity>();
  const begun = await source.fetchActivity({
    ...range,
    onReached: ({ number, hash }) =>
      ahead.resolve(source.fetchActivity({ ...range, fromBlock: number + 1, parentHash: hash })),
  });
  isAnswered = true;
  expect([begun, await ahead.promise]).toEqual(expected);
  expect(searched[0]).toBe(false);
});

test('is not told where the range ends, and asked for by nobody who does not want to know', async () => {
  const source = open();
  await source.probe();
  const told: BlockPlace[] = [];
  const short = { address, fromBlock: head - 20, toBlock: head };
  await source.fetchActivity({ ...short, onReached: (place) => told.push(place) });
  expect(told).toEqual([]);
});
