/** How many requests reading contracts takes: many calls travel together, unless their answers are too long for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { askNode } from '../support/explorer-fake/chain-index.ts';
import { type NodeProxy, startNodeProxy } from './support/node-proxy.ts';

const chainId = 31337;
let anvil: Anvil;
let proxy: NodeProxy;

beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  proxy = await startNodeProxy(anvil.rpcUrl);
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});

/** A source, how often it has asked for a call since, and in how many exchanges. */
function open() {
  const source = createRpcSource({ chainId, urls: [proxy.url] });
  const since = (what: string): (() => number) => {
    const before = proxy.counts.get(what) ?? 0;
    return () => (proxy.counts.get(what) ?? 0) - before;
  };
  return { source, requests: since('eth_call'), exchanges: since('http') };
}

/** What the identity precompile at address 4 is called with is what it answers. */
const echoes = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => {
    const data = `0x${index.toString(16).padStart(2 * bytes, '0')}` as const;
    return { to: `0x${'4'.padStart(40, '0')}`, data } as const;
  });

test.each([
  ['100 short answers in two requests', echoes(100, 32), 2],
  // 64 × (416 + 128) bytes are more than the 24,576 of a contract, 36 and 16 are not.
  ['more than a contract may hold, in four parts', echoes(100, 400), 2 + 4],
  ['one call is no multicall', echoes(1, 400), 1],
])('%s, without asking again', async (_, calls, expected) => {
  const { source, requests } = open();
  expect(await source.callContracts(calls)).toEqual(calls.map(({ data }) => data));
  expect(requests()).toBe(expected);
});

test('a function that answers long is asked for one by one from then on, many in an exchange', async () => {
  const calls = echoes(40, 3_000);
  const { source, requests, exchanges } = open();
  expect(await source.callContracts(calls)).toEqual(calls.map(({ data }) => data));
  const first = { requests: requests(), exchanges: exchanges() };
  // Of 3,128 bytes each: 40 and ten are refused for their size, 1 + 4 multicalls; three parts of three each, and one alone, are not.
  expect(first.requests).toBe(1 + 4 + 4 * 4);
  expect(await source.callContracts(calls)).toEqual(calls.map(({ data }) => data));
  // Twenty calls are a batch.
  expect({ requests: requests() - first.requests, exchanges: exchanges() - first.exchanges }).toEqual({
    ...{ requests: 40, exchanges: 2 },
  });
  // Others of the contract, which answer shortly, travel together as before. The precompile takes their first four bytes for its own.
  const short = calls.map(
    ({ to }, index) => ({ to, data: `0xffffffff${String(index).padStart(64, '0')}` }) as const,
  );
  const before = requests();
  expect(await source.callContracts(short)).toEqual(short.map(({ data }) => data));
  expect(requests() - before).toBe(1);
});

test('a call that fails is its own caller’s concern, not of those who ask in the same tick', async () => {
  proxy.interfere({
    answer: ({ params }) =>
      params[1] === '0x0' ? { error: { code: -32000, message: 'missing trie node' } } : undefined,
  });
  const { source } = open();
  const [call] = echoes(1, 32);
  const asked = [0, undefined].map((block) => source.callContracts(call === undefined ? [] : [call], block));
  expect(await Promise.allSettled(asked)).toEqual([
    {
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('missing trie node') }),
    },
    { status: 'fulfilled', value: [call?.data] },
  ]);
  proxy.interfere({});
});

test('what is asked in one tick of several blocks: one request per block', async () => {
  const { source, requests } = open();
  const calls = echoes(3, 32);
  const answers = await Promise.all(
    [0, 'latest' as const].flatMap((block) => {
      const blockNumber = block === 'latest' ? undefined : block;
      return calls.map((call) => source.callContracts([call], blockNumber));
    }),
  );
  const expected = calls.map(({ data }) => [data]);
  expect(answers).toEqual([...expected, ...expected]);
  expect(requests()).toBe(2);
});

test('one call of each of forty blocks: twenty share an exchange, beside the one that proves which chain it is', async () => {
  await askNode(anvil.rpcUrl, 'anvil_mine', ['0x28']);
  const { source, requests, exchanges } = open();
  const [call] = echoes(1, 32);
  const blocks = Array.from({ length: 40 }, (_, index) => index);
  const answers = await Promise.all(
    blocks.map((block) => source.callContracts(call === undefined ? [] : [call], block)),
  );
  expect(answers).toEqual(blocks.map(() => [call?.data]));
  expect({ requests: requests(), exchanges: exchanges() }).toEqual({ requests: 40, exchanges: 1 + 40 / 20 });
});
