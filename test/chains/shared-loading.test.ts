/** Wallets of one chain that are loaded at the same time: searched for together, looked up once, and each the same as alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import type { Activity, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createRpcSource, type RpcLimits } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import type { Address } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { mapLimited } from '../../src/outgoing/at-once.ts';
import { shareTestWorld } from '../support/world.ts';
import { type Interference, useNodeProxy, without } from './support/node-proxy.ts';

const pieceBlocks = 20;
const limits: Partial<RpcLimits> = {
  requestTimeoutMs: 5_000,
  firstPauseMs: 5,
  firstRangeBlocks: pieceBlocks,
  longestRangeBlocks: pieceBlocks,
};
/** As many as a worker with one chain loads side by side. */
const slots = 4;

let anvil: Anvil;
const proxy = useNodeProxy(() => anvil.rpcUrl);
let world: World;
let head: number;
let wallets: Address[];
const alone = new Map<Address, Activity[]>();

beforeAll(async () => {
  ({ anvil, world } = await shareTestWorld({ seed: 3, transactions: 900 }));
  const source = open({}, [anvil.rpcUrl]);
  head = (await source.getHead()).number;
  const named = [
    ...Object.values(world.wallets),
    ...Object.values(world.accounts),
    ...Object.values(world.contracts),
  ];
  wallets = [...new Set(named.map(lowerAddress))].slice(0, 20);
  for (const wallet of wallets) alone.set(wallet, await load(source, wallet));
});

afterAll(async () => {
  await anvil?.stop();
});

const open = (more: Partial<RpcLimits> = {}, urls = [proxy.url]): ChainSource =>
  createRpcSource({ chainId: world.chainId, urls, limits: { ...limits, ...more } });

/** All steps of a history. */
async function load(
  source: ChainSource,
  address: Address,
  waiting?: ReadonlySet<Address>,
): Promise<Activity[]> {
  const steps: Activity[] = [];
  const company = async () => [...(waiting ?? [])].map((one) => ({ address: one, fromBlock: 0 }));
  for (let fromBlock = 0; fromBlock <= head; ) {
    const request = { address, fromBlock, toBlock: head };
    const step = await source.fetchActivity(waiting === undefined ? request : { ...request, company });
    steps.push(step);
    fromBlock = step.reached.number + 1;
  }
  return steps;
}

/** Loads them all, so many at a time; each knows who is not loaded yet. */
async function loadTogether(source: ChainSource, all = wallets): Promise<Map<Address, Activity[]>> {
  const waiting = new Set(all);
  const loaded = await mapLimited(all, slots, async (wallet) => {
    const steps = await load(source, wallet, waiting);
    waiting.delete(wallet);
    return [wallet, steps] as const;
  });
  return new Map(loaded);
}

/** What counts of a history, however it was cut into steps. */
const rowsOf = (steps: readonly Activity[] | undefined) => ({
  transactions: steps?.flatMap(({ transactions }) => transactions),
  credits: steps?.flatMap(({ credits }) => credits),
  missing: steps?.flatMap(({ missing }) => missing),
});

function expectAsAlone(together: ReadonlyMap<Address, Activity[]>): void {
  for (const [wallet, steps] of together) expect(rowsOf(steps)).toEqual(rowsOf(alone.get(wallet)));
}

/** Pieces of a history: each is searched by three filters for logs and by two for native moves. */
const pieces = (): number => Math.ceil((head + 1) / pieceBlocks);
/** Of what the nodes can do, each once. */
const probes = 1;

/** What was asked, by method and parameters, and how often. */
function countQuestions(more: Interference = {}): Map<string, number> {
  const asked = new Map<string, number>();
  proxy.interfere({
    ...more,
    answer: (call) => {
      const key = `${call.method} ${JSON.stringify(call.params)}`;
      asked.set(key, (asked.get(key) ?? 0) + 1);
      return more.answer?.(call);
    },
  });
  return asked;
}

const twice = (asked: ReadonlyMap<string, number>, method: string): string[] =>
  [...asked].filter(([key, count]) => key.startsWith(method) && count > 1).map(([key]) => key);

test('twenty wallets take the searches of one, and each transaction, receipt and trace is asked for once', async () => {
  const asked = countQuestions();
  expectAsAlone(await loadTogether(open()));
  expect(proxy.counts.get('eth_getLogs')).toBe(3 * pieces() + probes);
  expect(proxy.counts.get('trace_filter')).toBe(2 * pieces() + probes);
  const hashes = new Set(
    [...alone.values()].flatMap((steps) =>
      steps.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)),
    ),
  );
  const sum = [...alone.values()].flatMap((steps) =>
    steps.flatMap(({ transactions }) => transactions),
  ).length;
  // The wallets deal with each other: alone they ask for a third more.
  expect(sum).toBeGreaterThan(hashes.size * 1.3);
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'trace_transaction']) {
    expect(twice(asked, method)).toEqual([]);
  }
  // Those of blocks that hold six of one wallet's come with their block.
  expect(proxy.counts.get('eth_getTransactionReceipt')).toBeLessThanOrEqual(hashes.size);
});

test('where nodes cannot search, each block is read once for twenty wallets', async () => {
  proxy.interfere(without('trace_filter'));
  expectAsAlone(await loadTogether(open()));
  expect(proxy.counts.get('trace_block')).toBe(head + 1 + probes);
});

test('wallets of which nothing can be kept are searched for one by one', async () => {
  proxy.interfere({});
  expectAsAlone(await loadTogether(open({ sharedBytes: 1_000 }), wallets.slice(0, 6)));
});

describe('one of them is a burden', () => {
  const topicsOf = ([filter]: readonly unknown[]): string => JSON.stringify(Object(filter).topics);
  const spanOf = ([filter]: readonly unknown[]): number =>
    Number(Object(filter).toBlock) - Number(Object(filter).fromBlock) + 1;

  test.each([
    ['the first', 0],
    ['the last', 19],
  ])('%s has very many logs: it is left out, and the others pay little for it', async (_, place) => {
    const heavy = wallets[place] ?? '0x';
    const [blocks, borne, parallel] = [5, 2, 4];
    let forOthers = 0;
    proxy.interfere({
      answer: ({ method, params }) => {
        if (method !== 'eth_getLogs') return undefined;
        const isHeavy = topicsOf(params).includes(heavy.slice(2));
        if (!isHeavy) forOthers += 1;
        return isHeavy && spanOf(params) > borne
          ? { error: { code: -32005, message: 'query returned more than 10000 results' } }
          : undefined;
      },
    });
    expectAsAlone(
      await loadTogether(open({ firstRangeBlocks: blocks, longestRangeBlocks: blocks, parallel })),
    );
    const filters = 3;
    const all = Math.ceil((head + 1) / blocks);
    // Whom it is about is found in rounds of halves: 19, 10, 5, 3, 2, 1, two of each. Until then the four wallets that are under way ask
    // for themselves, four pieces a round. Alone each of the nineteen asks for all pieces.
    const rounds = 6;
    const bound = filters * (all + rounds * (slots * parallel + 2));
    expect(bound).toBeLessThan((filters * all * (wallets.length - 1)) / 8);
    expect(forOthers).toBeLessThanOrEqual(bound + probes);
    // By itself it has pieces that are borne, after one refusal or two of each size above.
    const ofHeavy = (proxy.counts.get('eth_getLogs') ?? 0) - forOthers;
    expect(ofHeavy).toBeLessThanOrEqual(bound + filters * 2 * Math.ceil((head + 1) / borne));
  });

  test('what a node tells of one is nonsense: that one fails, and nobody else', async () => {
    const bad = wallets[7] ?? '0x';
    proxy.interfere({
      change: ({ method, params }, result) =>
        method === 'eth_getLogs' && topicsOf(params).includes(bad.slice(2)) ? 'nonsense' : result,
    });
    const source = open({ attempts: 1 });
    expectAsAlone(await loadTogether(source, wallets.slice(0, 6)));
    const waiting = new Set(wallets);
    for (const wallet of wallets.slice(0, 3)) {
      expect(rowsOf(await load(source, wallet, waiting))).toEqual(rowsOf(alone.get(wallet)));
    }
    await expect(load(source, bad, waiting)).rejects.toBeInstanceOf(RetryableError);
  });

  test('who asks first gives up: the others ask themselves', async () => {
    const [first = '0x', second = '0x'] = wallets;
    const source = open({ requestTimeoutMs: 60_000, stepMs: 60_000 });
    await source.probe();
    const given = new AbortController();
    const stalled = Promise.withResolvers<void>();
    let isStalled = false;
    proxy.interfere({
      exchange: (calls) => {
        if (isStalled || !calls.some(({ method }) => method === 'eth_getLogs')) return undefined;
        isStalled = true;
        stalled.resolve();
        return { kind: 'stall' };
      },
    });
    let joined = 0;
    const company = async () => {
      joined += 1;
      return wallets.map((address) => ({ address, fromBlock: 0 }));
    };
    const range = { fromBlock: 0, toBlock: head, company };
    const left = source.fetchActivity({ ...range, address: first, signal: given.signal });
    await stalled.promise;
    const stays = source.fetchActivity({ ...range, address: second });
    // Each of them has asked who comes along, for logs and for native moves.
    await expect.poll(() => joined).toBe(4);
    given.abort(new Error('given up'));
    await expect(left).rejects.toThrow('given up');
    expect(rowsOf([await stays])).toEqual(rowsOf(alone.get(second)));
  });
});
